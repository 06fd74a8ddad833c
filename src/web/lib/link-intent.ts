/**
 * Hears of every link inside the site that somebody is about to follow, because they point at it, touch it or have come
 * to it by keyboard: what it leads to can be fetched meanwhile. One pair of listeners serves all links there are.
 * @param listener gets the address as the router knows it.
 * @returns the function that ends it.
 */
export function onLinkIntent(listener: (address: URL) => void): () => void {
  const ended = new AbortController();
  const hear = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"]');
    // Without a network, a file that could not be had might be remembered as missing.
    if (link && navigator.onLine) listener(new URL(link.href));
  };
  for (const sign of ["pointerover", "focusin"]) document.addEventListener(sign, hear, { signal: ended.signal });
  return () => ended.abort();
}
