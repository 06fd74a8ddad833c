import { expect, it } from "vitest";
import { auditNotesOf, nobodyOf } from "./audit-notes.ts";

it("An entry's notes leave out ids and what is empty, and write yes or no", () => {
  const details = { state: "two_factor", tier: null, is_search: false, membership_id: "0192", count: 3 };
  const event = { id: "1", kind: "people_exported", created_at: "2026-11-20T12:00:00.000Z" } as const;
  const notes = auditNotesOf({ ...event, actor: null, subject: null, reason: null, details });
  expect(notes).toEqual(["state: two factor", "search: no", "count: 3"]);
});

it("An entry's notes write sums in pounds, rates in per cent, and the beginning of a hash", () => {
  const details = { allowed_bp: 800, costs_pence: 125_050, pence: 99, sha256: `4be190c7${"0".repeat(56)}` };
  const event = { id: "1", kind: "success_fee_decided", created_at: "2026-11-20T12:00:00.000Z" } as const;
  const notes = auditNotesOf({ ...event, actor: null, subject: null, reason: null, details });
  expect(notes).toEqual(["allowed: 8%", "costs: £1,250.50", "amount: £0.99", "check code: 4be190c7…"]);
});

it("An act without an account is by the clock, the club, or somebody who was not signed in", () => {
  const subject = { id: "2", type: "deal", full_name: "Alder Analytics", email: null } as const;
  const event = { id: "1", created_at: "2026-11-20T12:00:00.000Z", actor: null, reason: null, details: {} } as const;
  expect([
    nobodyOf({ ...event, kind: "deal_released", subject }),
    nobodyOf({ ...event, kind: "company_account_sent", subject }),
    nobodyOf({ ...event, kind: "two_factor_failed", subject: { ...subject, type: "person" } }),
    nobodyOf({ ...event, kind: "membership_approved", subject: null, details: { by: "import" } }),
  ]).toEqual(["The clock", "Nobody signed in", "Nobody signed in", "The club"]);
});

it("A changed setting's note lists which fields changed", () => {
  const event = { id: "1", kind: "setting_changed", created_at: "2026-11-20T12:00:00.000Z" } as const;
  const noted = (details: Record<string, unknown>) =>
    auditNotesOf({ ...event, actor: null, subject: null, reason: null, details });
  expect(noted({ key: "identity", revision: 2, fields: "Name, Address" })).toEqual(["Identity: Name, Address"]);
  expect(noted({ key: "terms", revision: 2, fields: "From 1 Dec 2026" })).toEqual([
    "Fees and minimum: From 1 Dec 2026",
  ]);
  expect(noted({ key: "nominee", revision: 1 })).toEqual(["Nominee"]);
});
