const links = 'a[href^="/"]';

/** Reports links of the site under a pointer or the focus, for prefetching. @returns the function that ends it. */
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
