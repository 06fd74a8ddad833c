/** Made at its first use and kept: formats of `Intl` take milliseconds each, which every page that imports one would wait for. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
