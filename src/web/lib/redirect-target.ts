import { matchPath } from "react-router";
import { paths } from "#shared/paths.ts";

/** What the sign-in page's entry in the history knows of how one came to it. */
interface LoginState {
  wanted: string;
}

/** Of the page that is open now, once its address is clean: route and query. */
export const loginRedirectState = (): LoginState => ({ wanted: window.location.hash.slice(1).split("#")[0] ?? "" });

/** Whether somebody came to the sign-in page because another page sent them there. */
export const wasRedirected = (state: unknown): boolean =>
  typeof (state as Partial<LoginState> | null)?.wanted === "string";

/** What the page that verifies an e-mail leaves for the form, so that only the password is left to type. */
export const stateAfterVerification = (email: string) => ({ email });

export function verifiedEmailOf(state: unknown): string | undefined {
  const { email } = (state ?? {}) as Partial<ReturnType<typeof stateAfterVerification>>;
  return typeof email === "string" ? email : undefined;
}

/** Where signing in leads: to the page of the members area that somebody was on the way to, or to its first. */
export function redirectTarget(state: unknown): string {
  const { wanted } = (state ?? {}) as Partial<LoginState>;
  const route = typeof wanted === "string" ? wanted.split("?")[0] : undefined;
  const isOurs = [paths.members, paths.investment(":slug")].some((path) => route && matchPath(path, route));
  return isOurs && wanted ? wanted : paths.members;
}
