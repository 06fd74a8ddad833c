/** Tells a password manager whose password it is; people read it elsewhere on the page. */
export function UsernameField({ email }: { email: string }) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
