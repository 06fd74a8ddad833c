import { describe, expect, it } from "vitest";
import { noticeRules } from "./notice-rules.ts";
import type { NoticeKind } from "./notices.ts";
import { type CommitmentFacts, findOwnNotice, type OwnFacts, ownNotices, ownSentence } from "./own-notices.ts";

const moment = new Date("2026-11-28T10:00:00Z");
const commitment: CommitmentFacts = {
  company: "Alder Analytics",
  state: "part_paid",
  shares: 1426,
  asked_shares: 1666,
  cost_pence: 1_711_20,
  fee_pence: 213_90,
  due_pence: 1_925_10,
  open_pence: 25_10,
  refund_pence: 1_900_00,
  refunded_pence: 0,
  called_pence: 1_925_10,
  reference: "KDH7Z2B24Q",
  due_at: moment,
  grace_until: moment,
  reconsent_until: moment,
  pay_by: moment,
  frozen_until: moment,
  least_shares: 1000,
  offered_shares: 240,
  offer_until: moment,
  terms_number: 2,
  terms_set_at: moment,
  last_change: "placed",
  shares_before: null,
  borne_pence: 0,
  pending_pence: 0,
  arrived_on: "2026-11-27",
  is_late: false,
  said_sent_at: moment,
  fewer: null,
  round: null,
  closes_at: moment,
  is_open: true,
  state_since: moment,
  instead_of: new Date("2026-11-30T17:00:00Z"),
  closing_reason: "The round is full.",
  issued_on: "2026-12-01",
};
const samples: OwnFacts = {
  announced: {
    kind: "price",
    company: "Alder Analytics",
    price: "2.48",
    price_before: "1.24",
    day: "2026-11-01",
    exit_kind: null,
    note: null,
    own: null,
    author: "Amara Okafor",
    confirmer: "Daniel Price",
    author_has_part: false,
    confirmer_has_part: true,
    takes_effect_at: moment,
    outcome: null,
    because: "undo_exited",
  },
  commitment,
  company: {
    company: "Alder Analytics",
    quarter: "2026-Q3",
    split: { new_shares: 10, old_shares: 1, effective_on: "2026-11-01" },
    loss: { shares: 4_800, day: "2026-12-01", has_scheme: true },
  },
  deal: {
    company: "Alder Analytics",
    state: "cancelled",
    late_members: 2,
    late_pence: 2_651_15,
    waits_until: new Date("2027-05-18T16:00:00Z"),
    balance_agrees_at: new Date("2026-12-18T19:00:00Z"),
  },
  event: { title: "June walk", starts_at: moment },
  exit: { company: "Alder Analytics", paid_pence: 3_000_00 },
  introduction: { asker: "Jonas Weber", asked: "Chloe Martin" },
  import: { companies: ["Alder Analytics", "Birch Systems"], cost_pence: 500_00 },
  paper: { company: "Alder Analytics", kind: "relief_certificate", scheme: "SEIS" },
  seat: { adviser: "Ruth Sandford", expires_at: moment },
  statement: { ended_at: moment, valid_through: "2027-05-31" },
  tier: { until_date: "2027-05-31" },
  signatory: { name: "Tom Hale", capacity: "second", announced_at: moment },
};
/** Neither company nor adviser owes a sum. */
const withoutSum: readonly NoticeKind[] = [
  ...(["act_announced", "act_answered", "balance_agrees", "balance_differs"] as const),
  ...([
    "certificate_withdrawn",
    "company_update_published",
    "ledger_mismatch",
    "paper_delivered",
    "shares_lost",
    "shares_split",
    "shares_offered",
    "shares_offer_ended",
  ] as const),
  ...(["adviser_seat_ended", "adviser_seat_ending", "adviser_seat_granted", "adviser_seat_opened"] as const),
];

const textOf = (kind: string, facts?: Partial<CommitmentFacts>) => {
  const own = findOwnNotice(kind);
  if (!own) throw new Error(`general words alone: ${kind}`);
  return own.text(own.subject === "commitment" ? { ...commitment, ...facts } : samples[own.subject], 1_900_00);
};

describe("A notice of its reader's own money", () => {
  const kinds = (Object.keys(noticeRules) as NoticeKind[]).filter(
    (kind) => ["money", "companies"].includes(noticeRules[kind].about) || kind.startsWith("adviser_seat"),
  );

  it("Every kind of notice about money, companies and advisers has words of its own", () => {
    expect(Object.keys(ownNotices)).toEqual(expect.arrayContaining(kinds));
  });

  it.each([
    ["act_waits", "Alder Analytics: a list waits for your signature."],
    [
      "balance_agrees",
      "Alder Analytics: the bank’s balance and the list agree again since Fri 18 December 2026, 19:00.",
    ],
    ["company_update_published", "Alder Analytics has published its update for the third quarter of 2026."],
    [
      "event_offered",
      "A place is free for you at June walk on Sat 28 Nov, 10:00. Member Events says by when to answer.",
    ],
    [
      "shares_lost",
      "Nothing is left of your 4,800 shares of Alder Analytics since 1 December 2026. You may be able to claim a loss by 31 January 2029.",
    ],
    ["event_reminder", "You are going to June walk on Sat 28 Nov, 10:00."],
    [
      "act_announced",
      "Alder Analytics: two have signed a list. What is new or changed in it waits until Tue 18 May, 17:00, unless somebody objects; the rest is carried out now. Read it.",
    ],
    ["funds_late_members", "Alder Analytics: 2 members have not paid, £2,651.15 after their time."],
    ["funds_overdue", "Alder Analytics: 2 members have not paid, £2,651.15. Decide now."],
    ["introduction_accepted", "Chloe Martin has accepted your introduction. The address is in your introductions."],
    ["introduction_asked", "Jonas Weber asks to meet you. You decide whether they get your address."],
    [
      "own_signatory_announced",
      "You are announced as a second signatory; you can sign for money from 5 December 2026, 10:00, if nobody objects.",
    ],
    ["own_signatory_ended", "Two persons have decided that you are not a second signatory any more."],
    [
      "own_signatory_objected",
      "Somebody objects to you as a second signatory. Until it is withdrawn you do not sign for the club’s money. The list of admins has the reason.",
    ],
    [
      "certificate_withdrawn",
      "The club withdrew your certificate for Alder Analytics. Do not use it in a tax return. Your commitment says why.",
    ],
    ["paper_delivered", "Alder Analytics: your SEIS3 certificate for your tax return is in Documents."],
    ["signatory_ended", "Tom Hale is not a second signatory any more."],
    ["statement_ends", "Your investor statement is valid until 31 May 2027. Sign again by then."],
    ["tier_ending", "Your membership plan ends on 31 May 2027. After that you are on Trial."],
  ])("A notice tells who does what, how much and by when: %s", (kind, text) => {
    expect(textOf(kind)).toBe(text);
  });

  it.each(kinds)("A notice of its reader's money shows the company or adviser, and the sum: %s", (kind) => {
    const text = textOf(kind);
    expect(text).toMatch(/Alder Analytics|Ruth Sandford/);
    if (!withoutSum.includes(kind)) expect(text).toMatch(/£[\d,]+\.\d\d/);
    expect(text).not.toMatch(/undefined|null|NaN|\bby \.|on \.|before \./);
    expect(text.length).toBeLessThan(1000);
  });

  it("A notice of a part payment tells what is missing and by when, and of a whole payment that it is whole", () => {
    expect(textOf("payment_arrived")).toBe(
      "Alder Analytics: £1,900.00 has arrived, £25.10 is missing. Send £25.10 by Sat 28 Nov, 10:00, same reference.",
    );
    expect(textOf("payment_arrived", { pay_by: null })).toBe(
      "Alder Analytics: £1,900.00 has arrived, £25.10 is missing. The time to pay is over.",
    );
    expect(textOf("payment_arrived", { state: "paid", open_pence: 0, refund_pence: 0 })).toBe(
      "Alder Analytics: All £1,925.10 has arrived. Nothing more to do.",
    );
    expect(textOf("payment_arrived", { state: "withdrawn" })).toBe(
      "Money for your shares of Alder Analytics has arrived, and your commitment has ended. £1,900.00 is sent back to you.",
    );
  });

  it("A notice asks for nothing that has come to the bank and is not booked", () => {
    expect(textOf("payment_arrived", { pending_pence: 25_10 })).toBe(
      "Alder Analytics: £1,900.00 has arrived, and £25.10 more has come to the bank. It counts once an admin has booked it. There is nothing for you to do.",
    );
    expect(textOf("payment_arrived", { pending_pence: 20_00 })).toBe(
      "Alder Analytics: £1,900.00 has arrived, £5.10 is missing. £20.00 more has come to the bank. Send £5.10 by Sat 28 Nov, 10:00, same reference.",
    );
    expect(textOf("funds_reminder", { open_pence: 1_925_10, pending_pence: 1_925_10 })).toBe(
      "Alder Analytics: £1,925.10 has come to the bank. It counts once an admin has booked it. There is nothing for you to do.",
    );
    expect(textOf("payment_unbooked", { pending_pence: 25_10 })).toMatch(
      /An admin looks at it\. If you sent it, do not send it again: it counts once it is booked\. If you did not, £25\.10 is due by Sat 28 Nov, 10:00\.$/,
    );
  });

  it("A payment that the bank took back is owed again by its time, or says that the time is over", () => {
    const owing = { state: "called", open_pence: 1_925_10, pending_pence: 0 } as const;
    expect(textOf("payment_returned", owing)).toMatch(
      /^Your bank took back your payment of .* for your shares of Alder Analytics\. You owe £1,925\.10\. Pay it by Sat 28 Nov, 10:00\.$/,
    );
    const late = { ...owing, due_at: new Date("2026-11-27T10:00:00Z") };
    expect(textOf("payment_returned", late)).toMatch(
      /Pay it by Sat 28 Nov, 10:00\. It was due by Fri 27 Nov, 10:00; the time of grace runs until then\.$/,
    );
    expect(textOf("payment_returned", { ...owing, pay_by: null })).toMatch(
      /You owe £1,925\.10, and the time to pay is over\. An admin decides whether your shares are released\./,
    );
    expect(textOf("payment_returned", { state: "deal_cancelled", open_pence: 0 })).toMatch(
      /Your commitment has ended\. You owe nothing\.$/,
    );
    expect(textOf("payment_unbooked", owing)).toMatch(/You owe £1,925\.10\. Pay it by Sat 28 Nov, 10:00\.$/);
  });

  it("A notice of issued shares tells what they cost, and how much of it the club bore", () => {
    const issued = { state: "completed", open_pence: 0, refund_pence: 0 } as const;
    expect(textOf("shares_issued", issued)).toBe(
      "You hold 1,426 shares of Alder Analytics, issued Tue 1 Dec 2026. They cost £1,711.20 and a fee of £213.90.",
    );
    expect(textOf("shares_issued", { ...issued, borne_pence: 79 })).toMatch(
      / They cost £1,711\.20 and a fee of £213\.90, of which the club bore £0\.79: you paid £1,924\.31\.$/,
    );
  });

  it("A notice of a top-up tells what its reader now has, and what more is to be paid by when", () => {
    const topped = { state: "paid", called_pence: 1_125_10, open_pence: 0, refund_pence: 0 } as const;
    expect(textOf("commitment_changed", topped)).toBe(
      "You now have 1,426 shares of Alder Analytics, £1,711.20; the fee is £213.90. £800.00 more is called later; you are told by when to pay it.",
    );
    expect(textOf("commitment_changed", { ...topped, state: "allocated", called_pence: 0 })).toMatch(
      /; the fee is £213\.90\. £1,925\.10 is called later; you are told by when to pay it\.$/,
    );
    expect(textOf("commitment_changed", { ...topped, refund_pence: 616_51 })).toMatch(
      /called later; you are told by when to pay it\. £616\.51 that you sent is more than was called: it counts towards it, unless it has gone back to you by then\.$/,
    );
    expect(textOf("funds_called", { ...topped, called_pence: 1_925_10, refund_pence: 546_62 })).toMatch(
      /Nothing more is to be paid\. £546\.62 that you sent is more than was called: it goes back to you\.$/,
    );
    expect(textOf("funds_called", { state: "called", open_pence: 800_00 })).toBe(
      "You now have 1,426 shares of Alder Analytics, £1,711.20; the fee is £213.90. Pay £800.00 more by Sat 28 Nov, 10:00.",
    );
    expect(textOf("commitment_changed", { state: "committed" })).toMatch(
      /^Alder Analytics: You changed your commitment to 1,426 shares\. It is £1,711\.20 and a fee of £213\.90 at most\./,
    );
  });

  it("A reminder tells how much is missing of what, once a part has arrived", () => {
    expect(textOf("funds_nudge")).toBe(
      "Alder Analytics: £1,900.00 has arrived, £25.10 is missing. Send £25.10 by Sat 28 Nov, 10:00, same reference.",
    );
    expect(textOf("funds_reminder", { open_pence: 1_925_10 })).toBe(
      "Alder Analytics: Pay £1,925.10 by Sat 28 Nov, 10:00.",
    );
  });

  it("A notice of an allocation tells what was asked for, what was given and what it costs", () => {
    expect(textOf("shares_given_out", { state: "allocated" })).toBe(
      "Alder Analytics: You asked for 1,666 shares and get 1,426 (86%): £1,711.20 and a fee of £213.90, £1,925.10 together.",
    );
    expect(textOf("shares_given_out", { state: "waiting_list" })).toBe(
      "The shares of Alder Analytics are allocated. You asked for 1,666 and get none for now: fewer than the 1,000 that you accept at least were left. You are on the waiting list and pay nothing.",
    );
    expect(textOf("shares_given_out", { state: "waiting_list", least_shares: 1 })).toMatch(
      /get none for now: none was left\. You are on the waiting list and pay nothing\.$/,
    );
  });
});

it.each([
  [
    "adviser_seat_opened",
    "Δρ. Müller & Söhne",
    "The link that you made for Δρ.\u00A0Müller & Söhne was opened on a new device.",
  ],
  ["adviser_seat_opened", "Hale Inc.", "The link that you made for Hale Inc.\u00A0was opened on a new device."],
  ["adviser_seat_opened", "Ruth Sandford", "The link that you made for Ruth Sandford was opened on a new device."],
])("A notice of the kind %s goes on after a stop in the name %j", (kind, adviser, text) => {
  const own = findOwnNotice(kind);
  expect(own && ownSentence(own, { adviser, expires_at: moment }, 0)).toBe(text);
});

it("A notice's sentences are kept apart where the company's name has a stop", () => {
  const named = { ...samples.event, title: "Dr. Hale’s walk" };
  expect(ownSentence(ownNotices.event_offered, named, 0).split(/(?<=\.) /)).toEqual([
    "A place is free for you at Dr.\u00A0Hale’s walk on Sat 28 Nov, 10:00.",
    "Member Events says by when to answer.",
  ]);
});
