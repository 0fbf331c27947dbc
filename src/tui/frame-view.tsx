import { Box, Text } from "ink";
import { useSyncExternalStore } from "react";
import type { FrameSource } from "./frame-source.ts";

/** The whole interface, as far as Ink knows it: rows that were made elsewhere, each as wide as it may be. */
export function FrameView({ source }: { readonly source: FrameSource }) {
  const { rows } = useSyncExternalStore(source.subscribe, source.get);
  return (
    <Box flexDirection="column">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the screen
        <Text key={index} wrap="truncate">
          {row === "" ? " " : row}
        </Text>
      ))}
    </Box>
  );
}
