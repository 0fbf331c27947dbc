// How source becomes files that Node runs. scripts/build.mjs calls this and puts the result in place.

/**
 * What the interface's layout does at its start only a module can do, so it is a bundle of its own, and the command loads
 * it with `import()`. This is the file in both.
 */
export const beside = { interface: "src/tui/open-interface.tsx" };

/** Ink wants this only while somebody debugs Ink. */
/** @type {Record<string, false>} */
const unwanted = { "react-devtools-core": false };

/**
 * Every file gets its content's hash in its name, so that an old process still finds the parts it loads late
 * while a new build is put beside them.
 *
 * @param {Record<string, string>} input entry name to source file
 * @param {"esm" | "cjs"} format what ships is CommonJS, whose many parts Node loads faster. Programs with an `await` at
 *   their top are modules.
 * @param {Readonly<Record<string, string>>} [elsewhere] source file to the chunk that holds it, built before
 * @returns {import("rolldown").RolldownOptions & { output: import("rolldown").OutputOptions }}
 */
export function bundle(input, format, elsewhere = {}) {
  const ending = format === "cjs" ? "cjs" : "js";
  return {
    input,
    platform: "node",
    // A package's modules before its CommonJS: of the latter the bundler cannot follow every form.
    resolve: { mainFields: ["module", "main"], alias: unwanted },
    plugins: [
      {
        name: "built-beside",
        resolveId(id) {
          const source = Object.keys(elsewhere).find((one) => id.endsWith(one.replace(/^src\//, "")));
          return source === undefined ? undefined : { id: elsewhere[source] ?? "", external: true };
        },
      },
    ],
    // React has its checks for development beside what it does.
    transform: { target: "node20.19", define: { "process.env.NODE_ENV": '"production"' } },
    output: {
      format,
      dynamicImportInCjs: true,
      entryFileNames: `chunks/[name]-[hash].${ending}`,
      chunkFileNames: `chunks/[name]-[hash].${ending}`,
      hashCharacters: "base36",
      comments: { legal: true, annotation: false, jsdoc: false },
      minify: false,
      sourcemap: false,
    },
  };
}

export default bundle({ main: "src/cli/main.ts" }, "cjs");
