import { paths } from "./paths.ts";

/** Parts of the account that need a membership; all other parts stay open without one. */
const accountOfMembers = ["plan", "emails", "messages", "sign"];

/** Whether a page opens to somebody whose membership is suspended, has ended or was not approved. */
export function isOpenWithoutMembership(path: string): boolean {
  if (!path.startsWith(paths.members)) return true;
  const query = new URLSearchParams(path.split("#")[0]?.split("?")[1]);
  return query.get("tab") === "account" && !accountOfMembers.includes(query.get("view") ?? "");
}
