import { expect, it } from "vitest";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { type CachedQuery, markupOf, textOf } from "#tests/support/static-markup.tsx";
import { actsQuery } from "#web/features/acts/act-queries.ts";
import { completionQuery } from "#web/features/funds/closing-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Round } from "./deal-closing.tsx";

const nobody = { members: 0, pence: 0 };
const board = {
  deal_id: "d",
  company_name: "Fern Robotics Ltd",
  called_at: null,
  due_at: null,
  due_pence: 0,
  open_pence: 0,
  payments: [],
  wired_pence: 0,
  counts: { called: nobody, paid: nobody },
} as unknown as ClosingBoard;
const deal = { state: "completed", terms: [], closes_at: null, versions: [], released_at: null, moves: [] };
const queries: CachedQuery[] = [
  [queryKeys.deal("d"), deal],
  [actsQuery("d").queryKey, { items: [] }],
];

it("A completed deal shows no step of its end before all is known of it", () => {
  expect(textOf(markupOf(<Round board={board} />, queries))).not.toMatch("Shares issued");
  const completion = { papers: [], proposal: { issued_on: "2026-12-21", confirmed_at: "2026-12-22T10:00:00.000Z" } };
  const known = textOf(markupOf(<Round board={board} />, [...queries, [completionQuery("d").queryKey, completion]]));
  expect(known).toContain("Shares issued 21 December 2026");
});
