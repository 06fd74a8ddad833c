import { matchPath } from "react-router";
import { paths } from "#shared/paths.ts";

/** State of the sign-in page's history entry. */
interface LoginState {
  wanted: string;
}

/** Returns the state for the open page. @param hash of the browser's address: the route, its query, and where on its page. */
export function loginRedirectState(hash = window.location.hash): LoginState {
  const [route = "", anchor] = hash.slice(1).split("#");
  // An anchor with `=` comes from a sign-in elsewhere, which names values.
  return { wanted: anchor && !anchor.includes("=") ? `${route}#${anchor}` : route };
}

export const wasRedirected = (state: unknown): boolean =>
  typeof (state as Partial<LoginState> | null)?.wanted === "string";

/** Fills in the sign-in form's e-mail. */
export const stateAfterVerification = (email: string) => ({ email });

export function verifiedEmailOf(state: unknown): string | undefined {
  const { email } = (state ?? {}) as Partial<ReturnType<typeof stateAfterVerification>>;
  return typeof email === "string" ? email : undefined;
}

/** Only pages of the members area, and the setup; else its first. */
export function redirectTarget(state: unknown): string {
  const { wanted } = (state ?? {}) as Partial<LoginState>;
  const route = typeof wanted === "string" ? wanted.split(/[?#]/)[0] : undefined;
  const isOurs = [paths.members, paths.investment(":slug"), paths.setup].some(
    (path) => route && matchPath(path, route),
  );
  return isOurs && wanted ? wanted : paths.members;
}
