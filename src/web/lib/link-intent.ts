const links = 'a[href^="/"]';

/**
 * Reports links inside the site that are pointed at, touched or focused, so that what they lead to can be prefetched; also
 * the one that was before scripts ran.
 * @param listener gets the address as the router knows it.
 * @returns the function that ends it.
 */
export function onLinkIntent(listener: (address: URL) => void): () => void {
  const ended = new AbortController();
  const report = (link: HTMLAnchorElement | null) => {
    // Offline, the browser might remember a file as missing.
    if (link && navigator.onLine) listener(new URL(link.href));
  };
  const onIntent = ({ target }: Event) => report(target instanceof Element ? target.closest(links) : null);
  for (const sign of ["pointerover", "focusin"]) document.addEventListener(sign, onIntent, { signal: ended.signal });
  report(document.querySelector(`${links}:hover`));
  return () => ended.abort();
}
