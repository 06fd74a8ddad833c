const keyOf = (path: string) => `link-token:${path}`;

/** The token of a mail's link to this page: it survives a reload of the page but no longer than the browser's tab. */
export function keepLinkToken(path: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(path), token);
  } catch {
    console.info("This browser keeps no data for this site.");
  }
}

export function findLinkToken(path: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(path));
  } catch {
    return null;
  }
}

export function forgetLinkToken(path: string): void {
  try {
    sessionStorage.removeItem(keyOf(path));
  } catch {
    // Where nothing was kept there is nothing to forget.
  }
}
