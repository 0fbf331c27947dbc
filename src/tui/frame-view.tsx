import { Box, Text, useCursor } from "ink";
import { useSyncExternalStore } from "react";
import type { Frame } from "../core/views/rows/frame.ts";
import type { FrameSource } from "./frame-source.ts";

/** The whole interface, as far as Ink knows it: rows that were made elsewhere, each as wide as it may be. */
export function FrameView({ source }: { readonly source: FrameSource }) {
  const frame = useSyncExternalStore(source.subscribe, source.get);
  return <Rows frame={frame} />;
}

function Rows({ frame: { rows, cursor } }: { readonly frame: Frame }) {
  const { setCursorPosition } = useCursor();
  setCursorPosition(cursor && { x: cursor.column, y: cursor.row });
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // Rows have no other name than their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Text key={index} wrap="truncate">
          {row === "" ? " " : row}
        </Text>
      ))}
    </Box>
  );
}
