import { adminPaths } from "#shared/admin-paths.ts";
import { paths } from "#shared/paths.ts";
import type { NextAct } from "./acts.ts";

type Act = NonNullable<NextAct["act"]>;

/** Sections of a deal's page. */
export const actAnchors = {
  questions: "questions",
  freeze: "versions",
  bank_file: "bank",
  lines: "bank",
  unknown: "unidentified",
  balance: "balance",
  refund: "people",
  approve: "money",
  late: "people",
  freed: "freed",
  enter_account: "account",
  papers: "papers",
  day: "papers",
  certificates: "relief",
} as const satisfies Partial<Record<Act, string>>;

/** Where in a deal its next act is done; of what stands with the next act itself, the deal. */
export function pathOfAct(dealId: string, { act, exit_id }: Pick<NextAct, "act" | "exit_id">): string {
  if (act === null) return adminPaths.deal(dealId);
  if (act === "commit") return paths.commitTo(dealId);
  if (act === "exit") return adminPaths.exit(exit_id ?? "");
  return isAnchored(act) ? adminPaths.dealPart(dealId, actAnchors[act]) : adminPaths.deal(dealId);
}

const isAnchored = (act: Act): act is keyof typeof actAnchors => act in actAnchors;
