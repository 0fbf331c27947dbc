/** Makes something at the first call, for all later ones. What fails, or does not last, is made again at the next. */
export function onceDone<T>(
  make: () => Promise<T>,
  lasts: (made: T) => boolean = () => true,
): () => Promise<T> {
  let made: Promise<T> | undefined;
  const forget = () => {
    made = undefined;
  };
  return () => {
    if (made === undefined) {
      made = make();
      made.then((value) => lasts(value) || forget(), forget);
    }
    return made;
  };
}
