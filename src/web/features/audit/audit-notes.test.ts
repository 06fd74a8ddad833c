import { expect, it } from "vitest";
import { auditNotesOf } from "./audit-notes.ts";

it("says what an entry has beside its name: no ids, nothing that is empty, yes or no", () => {
  const details = { state: "two_factor", tier: null, is_search: false, membership_id: "0192", count: 3 };
  const event = { id: "1", kind: "people_exported", created_at: "2026-11-20T12:00:00.000Z" } as const;
  const notes = auditNotesOf({ ...event, actor: null, subject: null, reason: null, details });
  expect(notes).toEqual(["state: two factor", "search: no", "count: 3"]);
});

it("says sums in pounds, rates in per cent, and of a hash its beginning", () => {
  const details = { allowed_bp: 800, costs_pence: 125_050, pence: 99, sha256: `4be190c7${"0".repeat(56)}` };
  const event = { id: "1", kind: "success_fee_decided", created_at: "2026-11-20T12:00:00.000Z" } as const;
  const notes = auditNotesOf({ ...event, actor: null, subject: null, reason: null, details });
  expect(notes).toEqual(["allowed: 8%", "costs: £1,250.50", "amount: £0.99", "check code: 4be190c7…"]);
});
