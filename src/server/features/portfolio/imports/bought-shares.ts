import type { Kysely } from "kysely";
import { sharesAfter } from "#shared/portfolio/share-actions.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { listActions } from "../held-companies.ts";
import { splitsSince } from "../splits-since.ts";

interface Line {
  company_id: string | null;
  share_class: string | null;
  happened_on: string | null;
  shares: number | null;
}

/** Each line with the splits since its day, and what they make of its shares; null without shares. */
export async function withSplits<Given extends Line>(db: Kysely<DB>, lines: readonly Given[]) {
  const ids = [...new Set(lines.flatMap(({ company_id }) => company_id ?? []))];
  const actions = ids.length === 0 ? [] : await listActions(db, ids);
  return lines.map((line) => {
    const { company_id, share_class, happened_on, shares } = line;
    const splits =
      company_id === null || happened_on === null || shares === null
        ? []
        : splitsSince(actions, { company_id, share_class }, happened_on, latestDay);
    return { ...line, splits, shares_now: shares === null ? null : sharesAfter(shares, splits) };
  });
}

/** No split is confirmed before its day. */
const latestDay = "9999-12-31";
