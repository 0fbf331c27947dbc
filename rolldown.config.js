// How source becomes files that Node runs. scripts/build.mjs calls this and puts the result in place.

/**
 * Every file gets its content's hash in its name, so that an old process still finds the parts it loads late
 * while a new build is put beside them.
 *
 * @param {Record<string, string>} input entry name to source file
 * @param {"esm" | "cjs"} format what ships is CommonJS, whose many parts Node loads faster. Programs with an `await` at
 *   their top are modules.
 * @returns {import("rolldown").RolldownOptions & { output: import("rolldown").OutputOptions }}
 */
export function bundle(input, format) {
  const ending = format === "cjs" ? "cjs" : "js";
  return {
    input,
    platform: "node",
    // A package's modules before its CommonJS: of the latter the bundler cannot follow every form.
    resolve: { mainFields: ["module", "main"] },
    transform: { target: "node20.19" },
    output: {
      format,
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
