import type { z } from "zod";
import type { awaitedPaperSchema } from "#shared/funds/funds-relief.ts";
import { certificateExpectedBy } from "#shared/portfolio/tax-dates.ts";
import type { Caller } from "../../context.ts";
import { today } from "./portfolio-day.ts";
import { readOwn } from "./read-own.ts";
import { taxOfLot } from "./tax-calendar.ts";

type Awaited = z.infer<typeof awaitedPaperSchema>;

/** Of the club's rounds, the caller's lots with which relief may still be claimed, in the order of their months. */
export async function listAwaitedPapers(caller: Caller): Promise<Awaited[]> {
  const own = await readOwn(caller);
  return own.lots
    .flatMap((lot): Awaited[] => {
      const { commitment_id, deal_id, scheme, issued_on } = lot;
      if (commitment_id === null || deal_id === null || scheme === null) return [];
      const { certificate } = taxOfLot(lot, own, today(caller));
      if (certificate !== "awaited" && certificate !== "late") return [];
      return [{ commitment_id, deal_id, scheme, expected_from: certificateExpectedBy(issued_on).slice(0, 7) }];
    })
    .toSorted((one, other) => one.expected_from.localeCompare(other.expected_from));
}
