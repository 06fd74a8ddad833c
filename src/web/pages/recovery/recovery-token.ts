const key = "password-reset-token";

/** The token of a recovery link, which survives a reload of the form but no longer than the browser's tab. */
export function keepRecoveryToken(token: string): void {
  try {
    sessionStorage.setItem(key, token);
  } catch {
    console.info("This browser keeps no data for this site.");
  }
}

export function findRecoveryToken(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetRecoveryToken(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Where nothing was kept there is nothing to forget.
  }
}
