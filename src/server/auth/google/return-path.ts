import { paths } from "#shared/paths.ts";

const ownPath = /^\/#\/[\w\-./?=&%#]*$/;
const membersPath = `/#${paths.members}`;
export const accountPath = `/#${paths.account}`;

/** Same-origin redirect target; the origin is prepended to prevent open redirects. */
export const returnPathOf = (wished: string | undefined): string =>
  wished !== undefined && ownPath.test(wished) ? wished : membersPath;
