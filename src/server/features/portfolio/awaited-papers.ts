import type { NotNull } from "kysely";
import type { z } from "zod";
import type { awaitedPaperSchema } from "#shared/funds/funds-relief.ts";
import { certificateExpectedBy } from "#shared/portfolio/tax-dates.ts";
import type { Caller } from "../../context.ts";
import { today } from "./portfolio-day.ts";
import { readOwn } from "./portfolio-queries.ts";
import { taxOfLot } from "./tax-calendar.ts";

type Awaited = z.infer<typeof awaitedPaperSchema>;

/** Of the club's rounds, the caller's lots with which relief may still be claimed, in the order of their months. */
export async function listAwaitedPapers(caller: Caller): Promise<Awaited[]> {
  const [own, withdrawn] = await Promise.all([readOwn(caller), listWithdrawn(caller)]);
  return own.lots
    .flatMap((lot): Awaited[] => {
      const { commitment_id, deal_id, scheme, issued_on } = lot;
      if (commitment_id === null || deal_id === null || scheme === null) return [];
      const { certificate } = taxOfLot(lot, own, today(caller));
      if (certificate !== "awaited" && certificate !== "late") return [];
      const expected_from = certificateExpectedBy(issued_on).slice(0, 7);
      return [{ commitment_id, deal_id, scheme, expected_from, withdrawn: withdrawn.get(commitment_id) ?? null }];
    })
    .toSorted((one, other) => one.expected_from.localeCompare(other.expected_from));
}

/** The newest of each commitment. */
async function listWithdrawn({ dependencies, actor }: Caller) {
  const rows = await dependencies
    .readAs(actor)
    .selectFrom("own_withdrawn_papers")
    .select(["commitment_id", "withdrawn_at", "reason"])
    .$narrowType<{ withdrawn_at: NotNull; reason: NotNull; commitment_id: NotNull }>()
    .orderBy("withdrawn_at")
    .orderBy("id")
    .execute();
  return new Map(
    rows.map(
      ({ commitment_id, withdrawn_at, reason }) =>
        [commitment_id, { withdrawn_at: withdrawn_at.toISOString(), reason }] as const,
    ),
  );
}
