import { isDeepStrictEqual } from "node:util";
import type { SettingValues } from "#shared/settings/settings.ts";

type Terms = SettingValues["terms"];

/**
 * Whether somebody may change terms to these: what has begun stays, since fees of the past rest on it.
 * @param today London date. @returns the first version that is refused.
 */
export function termsProblem(
  before: Terms,
  after: Terms,
  today: string,
): { index: number; message: "termsInForce" | "termsInPast" } | undefined {
  const hasBegun = ({ effective_from }: Terms[number]) => effective_from === null || effective_from < today;
  const begun = before.filter(hasBegun);
  const days = new Set(begun.map(({ effective_from }) => effective_from));
  const past = after.findIndex((version) => hasBegun(version) && !days.has(version.effective_from));
  if (past >= 0) return { index: past, message: "termsInPast" };
  const changed = begun.findIndex((version, index) => !isDeepStrictEqual(version, after[index]));
  return changed >= 0 ? { index: changed, message: "termsInForce" } : undefined;
}
