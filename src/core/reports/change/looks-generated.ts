/**
 * Whether a program made this file, as far as its name says: a cache, a compiled or temporary file, a log, a report. A
 * project may want such a file, so this is reason to ask, and never to leave it out.
 */
export function looksGenerated(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.at(-1) ?? "";
  return (
    segments.slice(0, -1).some((folder) => folders.has(folder)) ||
    /(^|\/)target\/(debug|release|classes|test-classes)\//.test(path) ||
    names.has(name) ||
    endings.test(name)
  );
}

const folders = new Set(
  "__pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .tox .nox .venv .eggs node_modules bower_components .npm .yarn-cache .parcel-cache .turbo .next .nuxt .svelte-kit .nyc_output coverage htmlcov .gradle .dart_tool .cache .sass-cache .ipynb_checkpoints".split(
    " ",
  ),
);
const names = new Set(
  ".ds_store thumbs.db desktop.ini .coverage coverage.xml coverage.out lcov.info nohup.out core .eslintcache .stylelintcache npm-debug.log yarn-error.log".split(
    " ",
  ),
);
const endings =
  /(~|\.(py[co]|class|o|obj|exe|dll|dylib|so|log|tmp|temp|bak|orig|rej|sw[op]|pid|tsbuildinfo|gc(da|no)|profraw|egg-info)|\.log\.\d+|^core\.\d+)$/;
