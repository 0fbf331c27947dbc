/** What may be written without a person's yes: in one file, and in a task. */
export const caps = { file: 1_000_000, files: 50, bytes: 5_000_000 };

export function isLarge(bytes: number): boolean {
  return bytes > caps.file;
}

export function largeWords(bytes: number): string {
  return `it has ${megabytes(bytes)}, and more than ${megabytes(caps.file)} in a file ask first`;
}

/** In which ways a task changes too much, in words; empty: in none. `bytes`: of each file's new content. */
export function overCaps(files: readonly { readonly bytes: number }[]): readonly string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(files.length > caps.files
      ? [`the task changes ${files.length} files, and more than ${caps.files} ask first`]
      : []),
    ...(bytes > caps.bytes
      ? [`the files it changes have ${megabytes(bytes)}, and more than ${megabytes(caps.bytes)} ask first`]
      : []),
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1).replace(/\.0$/, "")} MB`;
}
