import { paths } from "#shared/paths.ts";

const ownPath = /^\/#\/[\w\-./?=&%#]*$/;
const membersPath = `/#${paths.members}`;
export const accountPath = `/#${paths.account}`;

/** Where a sign-in ends: a page of ours, whatever was asked for. Written after our origin, the hash keeps it there. */
export const returnPathOf = (wished: string | undefined): string =>
  wished !== undefined && ownPath.test(wished) ? wished : membersPath;
