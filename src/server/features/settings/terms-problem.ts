import { isDeepStrictEqual } from "node:util";
import type { SettingValues } from "#shared/settings.ts";

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
  const changed = begun.findIndex((version, index) => !isDeepStrictEqual(version, after[index]));
  if (changed >= 0) return { index: changed, message: "termsInForce" };
  const past = after.findIndex((version, index) => index >= begun.length && hasBegun(version));
  return past >= 0 ? { index: past, message: "termsInPast" } : undefined;
}
