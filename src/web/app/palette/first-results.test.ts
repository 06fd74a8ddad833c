import { describe, expect, it } from "vitest";
import type { Session } from "#shared/account/session.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { settingSections } from "#shared/settings/setting-fields.ts";
import type { ToDo, Today } from "#shared/waiting-counts/to-do.ts";
import { jonas, jonasOn } from "#tests/support/golden-portfolio.ts";
import { documentGroups } from "#web/features/portfolio/documents/document-groups.ts";
import { views } from "#web/views.tsx";
import { matchView, openTabs, viewAddress } from "../members/match-view.ts";
import {
  actionEntries,
  foundGroups,
  helpEntries,
  pageEntries,
  partEntries,
  parts,
  type Sources,
  synonyms,
} from "./entries.ts";
import { type Entry, nameIn, subjectOf } from "./find.ts";
import {
  dealEntries,
  dealPartEntries,
  directoryEntry,
  documentEntries,
  lossEntries,
  moneyEntries,
  openDealPartEntries,
  toDoEntries,
  todayEntries,
  updateEntries,
} from "./use-records.ts";

const sessionOf = (role: "admin" | "member"): Session => ({
  expires_at: 4_000_000_000,
  expires_in: 3600,
  token_type: "cookie",
  user: {
    id: "0190a0a0-0000-7000-8000-000000000001",
    email: "jonas@kindling.example",
    email_verified: true,
    identities: [],
    factors: [],
    user_metadata: { full_name: null, name: null, avatar_url: null },
  },
  membership_end: null,
  role,
  membership_status: "approved",
});

const fernId = "0190a0a0-0000-7000-8000-0000000000f1";
const [alder, birch] = jonas.lots;
if (!alder || !birch) throw new Error("Not held");

const certificate = (given: Partial<OwnDocument>): OwnDocument => ({
  id: "0190a0a0-0000-7000-8000-0000000000d1",
  kind: "relief_certificate",
  title: "",
  added_at: "2027-08-12T10:00:00.000Z",
  dated_on: "2027-08-12",
  bytes: 1,
  sha256: "",
  scheme: "SEIS",
  company_id: alder.company_id,
  company_name: "Alder Analytics",
  deal_id: alder.deal_id,
  deal_name: "Seed round 2027",
  quarter: null,
  ...given,
});
const documents = [
  certificate({}),
  certificate({ id: "d2", kind: "beneficial_certificate", scheme: null }),
  certificate({
    id: "d3",
    kind: "signed_statement",
    scheme: null,
    company_id: null,
    company_name: null,
    deal_id: null,
  }),
];

const item = (given: Partial<ToDo["items"][number]> & Pick<ToDo["items"][number], "kind">) => ({
  subject_id: null,
  name: null,
  by: null,
  pence: null,
  count: null,
  ...given,
});
const waits: ToDo = {
  items: [
    item({ kind: "pay", name: "Fern Robotics", subject_id: fernId, pence: 121_672, by: "2027-05-20T09:00:00.000Z" }),
    item({ kind: "statement_sign" }),
  ],
  others: [],
  start: null,
};
const nothing: ToDo = { items: [], others: [], start: null };

const deal = (given: Partial<Today["deals"][number]>): Today["deals"][number] => ({
  id: fernId,
  company_name: "Fern Robotics",
  state: "closing",
  scheme: "SEIS",
  people: 14,
  next: "",
  act: "late",
  by: null,
  waits_for: "reader",
  asked_pence: 2_000_000,
  paid_pence: 1_040_379,
  open_pence: 959_621,
  late_pence: 959_621,
  unpaid: [{ name: "Jonas Weber", pence: 959_621, by: null }],
  unpaid_members: 1,
  pending_pence: 0,
  ...given,
});
const row = (given: Partial<Today["rows"][number]>): Today["rows"][number] => ({
  kind: "deal",
  place: "deals",
  path: "/members?tab=admin&view=deals",
  count: 1,
  names: ["Fern Robotics"],
  text: "1 member has not paid",
  act: "late",
  since: null,
  by: "2020-05-20T09:00:00.000Z",
  ...given,
});
const running: Today = {
  rows: [
    row({}),
    row({ kind: "membership_request", place: "membership_requests", act: null, by: null, names: ["Ada"] }),
  ],
  deals: [
    deal({}),
    deal({ id: "f2", company_name: "Alder Analytics", state: "screening", open_pence: 0, unpaid_members: 0 }),
  ],
  waiting: [],
};

interface Known {
  toDo?: ToDo;
  papers?: readonly OwnDocument[];
  people?: readonly Entry[];
  next?: Portfolio["next"];
  today?: Today;
}

function sourcesOf(
  role: "admin" | "member",
  { toDo = nothing, papers = [], people = [], next = [], today = running }: Known,
): Sources {
  const session = sessionOf(role);
  const place = { tabs: openTabs(session), addressOf: viewAddress };
  const known = role === "admin" ? today : undefined;
  const portfolio =
    papers.length > 0
      ? jonasOn("2028-06-30")
      : { as_of: "2028-06-30", companies: [], unissued: [], events: [], steps: [] };
  return {
    toDo: [...toDoEntries(toDo), ...(known ? todayEntries(known) : [])],
    money: known ? moneyEntries(known) : [],
    records: known ? dealEntries(known) : [],
    parts: known ? dealPartEntries(known) : [],
    foundDeals: [],
    events: [],
    documents: documentEntries(documentGroups(papers, portfolio, null), () => {}),
    places: [...pageEntries(place, defaultClub, undefined), ...partEntries(session)],
    actions: [...lossEntries({ next }), ...actionEntries(session, toDo, known)],
    help: helpEntries([{ slug: "seis", title: "SEIS and EIS explained" }]),
    people,
  };
}

function firstFor(role: "admin" | "member", query: string, known: Known): string | undefined {
  const [first] = foundGroups(sourcesOf(role, known), query);
  return first && `${first.name}: ${first.entries[0]?.label}`;
}

const seis3 = "documents: SEIS3 certificate, Alder Analytics, £8,529.96";

describe("A holder who has a payment and a statement to do", () => {
  it.each([
    ["tax certificate", seis3],
    ["my tax certificate", seis3],
    ["tax cert", seis3],
    ["seis3", seis3],
    ["certificates", seis3],
    ["certifcate", seis3],
    ["tax return", seis3],
    ["year-end", "documents: Year-end summary 2028/29"],
    ["statement", "toDo: Sign your investor statement"],
    ["sign my statement", "toDo: Sign your investor statement"],
    ["pay", "toDo: Pay £1,216.72 for Fern Robotics"],
    ["bank details", "toDo: Pay £1,216.72 for Fern Robotics"],
    ["what waits for me", "toDo: Pay £1,216.72 for Fern Robotics"],
    ["to do", "toDo: Pay £1,216.72 for Fern Robotics"],
    ["alder", seis3],
  ])("A holder with acts to do who searches for %s finds first: %s", (query, expected) => {
    expect(firstFor("member", query, { toDo: waits, papers: documents })).toBe(expected);
  });
});

describe("A member without anything to do", () => {
  it.each([
    ["tax certificate", "places: Documents, For your tax return"],
    ["password", "places: Password"],
    ["change my password", "actions: Change my password"],
    ["passwrod", "places: Password"],
    ["two-factor", "places: Two-factor sign-in"],
    ["two factor", "places: Two-factor sign-in"],
    ["2fa", "places: Two-factor sign-in"],
    ["passkey", "places: Passkeys"],
    ["add a passkey", "actions: Add a passkey"],
    ["sessions", "places: Sessions"],
    ["sign my statement", "actions: Sign your statement"],
    ["bank details", "places: Investor details"],
    ["export", "places: Export"],
    ["export everything", "actions: Export everything"],
    ["if we vanish", "places: Export"],
    ["delete account", "places: Your data"],
    ["invoice", "places: Plan and payment"],
    ["unsubscribe", "places: Emails and notices"],
    ["what waits for me", "places: Overview"],
    ["holdings", "places: My Investments"],
    ["loss relief", undefined],
    ["explained", "help: SEIS and EIS explained"],
    ["commitments", "places: My Investments"],
    ["commit", "places: Open Deals"],
    ["question", "places: Open Deals"],
    ["ask", "places: Open Deals"],
    ["kill switch", undefined],
    ["guest list", undefined],
    ["not paid", "places: My Investments"],
    ["withdraw", "places: My Investments"],
    ["how much do i owe", "places: My Investments"],
    ["closing", "places: My Investments"],
    ["what is it worth", "places: My Investments"],
    ["cancel membership", "places: Your data"],
    ["stop emails", "places: Emails and notices"],
    ["profit", "places: My Investments"],
    ["capital gains", "places: Tax years"],
    ["cancel my place", "places: Member Events"],
    ["picture", "places: Edit Profile"],
    ["help", "help: Contact"],
    ["contact the club", "help: Contact"],
    ["club rules", "help: Terms"],
    ["signed list", undefined],
    ["new deal", undefined],
    ["backup", undefined],
  ])("A member with nothing to do who searches for %s finds first: %s", (query, expected) => {
    expect(firstFor("member", query, {})).toBe(expected);
  });

  it("A search for tax finds places before a person of that name", () => {
    const people = [{ label: "Tax Karadağ", hint: "Member", to: "/1" }];
    expect(firstFor("member", "tax", { people })).toBe("places: Tax years");
    expect(firstFor("member", "karadag", { people })).toBe("people: Tax Karadağ");
  });

  it("A search finds nobody by words of a biography alone", () => {
    expect(firstFor("member", "vineyard", { people: [{ label: "Elif Karadağ", hint: "Member", to: "/1" }] })).toBe(
      undefined,
    );
  });
});

describe("What can be done now alone", () => {
  const found = (role: "admin" | "member", query: string, known: Known) =>
    foundGroups(sourcesOf(role, known), query)
      .filter(({ name }) => name === "actions")
      .flatMap(({ entries }) => entries.map((entry) => ("to" in entry ? [entry.label, entry.to] : [entry.label])));

  it("The command to import a bank file is found only while a deal closes", () => {
    const of = (query: string, deals: Today["deals"]) =>
      found("admin", query, { today: { ...running, rows: [], deals } });
    const open = deal({ state: "released", unpaid_members: 0 });
    expect(of("import a bank file", [open])).toEqual([]);
    expect(of("import a bank file", [open, deal({ unpaid_members: 0 })])).toEqual([
      ["Import a bank file", `/members?tab=admin&view=deals&deal=${fernId}#bank`],
    ]);
  });

  it("The command to remind members is found only while somebody has not paid", () => {
    const of = (deals: Today["deals"]) => found("admin", "remind all", { today: { ...running, rows: [], deals } });
    expect(of([deal({ unpaid_members: 0 })])).toEqual([]);
    expect(of([deal({})])).toEqual([
      ["Remind all who have not paid", `/members?tab=admin&view=deals&deal=${fernId}#people`],
    ]);
    expect(of([deal({}), deal({ id: "f2" })])).toEqual([
      ["Remind all who have not paid", "/members?tab=admin&view=money"],
    ]);
  });

  it("A reminder is sought in Money while everybody has paid", () => {
    const of = (deals: Today["deals"]) => found("admin", "reminder", { today: { ...running, rows: [], deals } });
    expect(of([deal({ unpaid_members: 0 })])).toEqual([["Money, Reminders", "/members?tab=admin&view=money"]]);
    expect(of([deal({})])).toEqual([
      ["Remind all who have not paid", `/members?tab=admin&view=deals&deal=${fernId}#people`],
    ]);
  });

  it("Loss relief is found once for each company with a loss", () => {
    const next = jonasOn("2029-12-31").next.filter(({ kind }) => kind === "loss_claim");
    const [{ company_id } = { company_id: "" }] = next;
    expect(found("member", "loss relief", { next: [...next, ...next] })).toEqual([
      ["Loss relief for Birch Systems", `/members?tab=investments&view=mine&company=${company_id}&part=claim`],
    ]);
  });
});

describe("A company that the reader holds", () => {
  const [update] = updateEntries({ company_id: alder.company_id, name: "Alder Analytics" }, {
    items: [{ quarter: "2028-Q1" }],
  } as Parameters<typeof updateEntries>[1]);
  if (!update) throw new Error("No update");

  it.each(["update", "updates", "latest update", "alder update", "alder analytics updates", "read update", "updtae"])(
    "A company is found by its update: %s",
    (query) => {
      const [first] = foundGroups({ ...sourcesOf("member", {}), records: [update] }, query);
      expect(first?.entries[0]).toMatchObject({
        label: "Alder Analytics: update for the first quarter of 2028",
        to: `/members?tab=investments&view=mine&company=${alder.company_id}#company-updates`,
      });
    },
  );

  it("A company that sent no update is not found by one", () => {
    expect(updateEntries({ company_id: alder.company_id, name: "Alder Analytics" }, undefined)).toEqual([]);
  });
});

describe("The name of a record and a thing of it", () => {
  const people = ["Priya Raman", "Fiona Hart"].map((label) => ({ label, hint: "Member", to: `/${label}` }));
  const open = { id: fernId, company_name: "Fern Robotics", state: "open" } as const;
  const first = (query: string, commitments: { deal_id: string }[] = []) => {
    const records = [
      { label: "Fern Robotics", hint: "Deal, open", to: "/deal" },
      ...commitments.map(() => ({ label: "Fern Robotics", hint: "Your commitment, made", to: "/own" })),
      { label: "Hazel Health", hint: "Your investment", to: "/hazel" },
    ];
    const parts = openDealPartEntries([open], commitments);
    const [group] = foundGroups({ ...sourcesOf("member", { people }), records, parts }, query);
    return group?.entries[0];
  };
  it.each([
    ["fern commit", "Commit to Fern Robotics"],
    ["fern cost", "Fern Robotics: What it costs you"],
    ["fern documents", "Fern Robotics: Documents"],
    ["question fern", "Fern Robotics: Questions"],
    ["fern terms", "Fern Robotics: Terms"],
    ["fern allocation", "Fern Robotics"],
    ["hazel money", "Hazel Health"],
    ["hazel health allocation", "Hazel Health"],
    ["hazle shares", "Hazel Health"],
    ["priya shares", "Priya Raman"],
    ["tell me the holdings of fiona", undefined],
    ["holdings of fiona", "Fiona Hart"],
    ["fiona investments", "Fiona Hart"],
  ])("A record or its part is found by %s", (query, label) => {
    expect(first(query)?.label).toBe(label);
  });

  it("One's own commitment is found once there is one", () => {
    expect(first("fern commit", [{ deal_id: fernId }])).toMatchObject({ to: "/own" });
  });

  it.each(["certificate", "share price", "Priya", ""])("No name is seen in %j", (query) => {
    expect(nameIn(query)).toBe("");
  });
});

it.each([
  ["pricing", "pricing"],
  ["who knows about pricing", "pricing"],
  ["somebody with life sciences", "life sciences"],
  ["expert in fintech", "fintech"],
])("The directory is asked for what somebody knows: %s", (query, subject) => {
  expect(subjectOf(query)).toBe(subject);
  expect(directoryEntry(subject)).toMatchObject({
    label: `Look for “${subject}” in the Member Directory`,
    to: `/members?tab=directory&q=${subject.replaceAll(" ", "+")}`,
  });
});

describe("The name of a person", () => {
  const people = ["Priya Raman", "Amara Okafor", "Luca Ferrante", "Rhys Pritchard"].map((label) => ({
    label,
    hint: "Member",
    to: `/${label}`,
  }));
  it.each([
    ["Prya", "Priya Raman"],
    ["Pryia", "Priya Raman"],
    ["Ramann", "Priya Raman"],
    ["priya ramen", "Priya Raman"],
    ["okafr", "Amara Okafor"],
    ["Ferante", "Luca Ferrante"],
    ["Rhys Pritchrd", "Rhys Pritchard"],
  ])("A person's name is found with one wrong letter from four letters on: %s", (query, name) => {
    expect(firstFor("member", query, { people })).toBe(`people: ${name}`);
  });

  it("A person's name of three letters is not found with a wrong letter", () => {
    expect(firstFor("member", "rys", { people })).toBe(undefined);
  });
});

describe("An admin", () => {
  it.each([
    ["not paid", "money: Jonas Weber, £9,596.21 late"],
    ["who has not paid", "money: Jonas Weber, £9,596.21 late"],
    ["jonas", "money: Jonas Weber, £9,596.21 late"],
    ["late", "toDo: Fern Robotics"],
    ["what waits for me", "toDo: Fern Robotics"],
    ["closing", "records: Fern Robotics"],
    ["alder", "records: Alder Analytics"],
    ["bank", "records: Fern Robotics"],
    ["prices", "places: Companies"],
    ["register", "places: What members were shown"],
    ["commitments", "places: Deals"],
    ["allocation", "places: Deals"],
    ["refund", "places: Money"],
    ["enquiries", "places: Enquiries"],
    ["backup", "places: System"],
    ["cooling off", "places: Settings, Deals"],
    ["SMTP", "places: Emails"],
    ["kill switch", "actions: Stop all deals"],
    ["stop all deals", "actions: Stop all deals"],
    ["invite", "places: Manage Invitations"],
    ["invite somebody", "actions: Invite somebody"],
    ["invte", "places: Manage Invitations"],
    ["newsletter", "places: Settings, Newsletter"],
    ["add an event", "actions: Add an event"],
    ["places", "places: Places and answers"],
    ["answers", "places: Places and answers"],
    ["attendees", "places: Places and answers"],
    ["door list", "places: Places and answers"],
    ["guest list", "places: Places and answers"],
    ["import a bank file", "actions: Import a bank file"],
    ["stop emails", "places: Emails and notices"],
    ["signed list", "places: Deals"],
    ["new deal", "actions: Add a company"],
    ["fern questions", "records: Fern Robotics: Questions"],
    ["fern documents", "records: Fern Robotics: Documents"],
    ["fern bank file", "records: Fern Robotics: Bank"],
    ["fern allocation", "records: Fern Robotics: People"],
    ["fern cost", "records: Fern Robotics: Terms"],
    ["alder detail", "records: Alder Analytics: Company and who works on it"],
    ["alder holdings", "records: Alder Analytics"],
    ["aldar shares", "records: Alder Analytics"],
    ["card", "places: Content, Company"],
    ["portfolio card", "places: Content, Company"],
    ["home page", "places: Content, Company"],
    ["updates", "places: Companies"],
    ["download backup", "places: System"],
    ["export audit", "places: Audit"],
    ["who looked at", "places: Audit"],
    ["pause deals", "actions: Stop all deals"],
    ["signed list fern", "records: Fern Robotics: Signed lists"],
    ["questions", "places: Open Deals"],
    ["remind", "actions: Remind all who have not paid"],
    ["export members", "places: People"],
    ["remove a member", "places: People"],
    ["promote to VIP", "places: People"],
    ["administrator", "places: People"],
    ["failed email", "places: System"],
    ["bounced", "places: System"],
    ["who changed what", "places: Audit"],
    ["stop everything", "actions: Stop all deals"],
    ["close a deal", "places: Deals"],
    ["bank statement", "places: Money"],
    ["applications", "places: Enquiries"],
    ["change the fee", "places: Settings, Fees and minimum"],
    ["KYC", "places: Investor records"],
  ])("An admin who searches for %s finds first: %s", (query, expected) => {
    expect(firstFor("admin", query, {})).toBe(expected);
  });
});

it("An admin's page of a deal stands before the members' page of it, though the server finds it too", () => {
  const [desk] = dealEntries(running);
  if (!desk) throw new Error("No deal");
  const members = { label: "Fern Robotics", hint: "Deal as members see it, closed", to: "/open" };
  const sources = {
    ...sourcesOf("admin", {}),
    toDo: [],
    money: [],
    records: [desk, members],
    foundDeals: [{ ...desk }],
  };
  expect(foundGroups(sources, "fern")[0]?.entries.map(({ hint }) => hint)).toEqual([
    "Deal in Admin, closing",
    "Deal as members see it, closed",
  ]);
});

describe("The table of synonyms", () => {
  it("The table of synonyms has rows of the table of views only, and all but what is hidden", () => {
    const rows = views.flatMap((tab) =>
      ("screens" in tab ? tab.screens : [tab]).map((row) => `${tab.path} ${row.path}`),
    );
    expect(Object.keys(synonyms).filter((key) => !rows.includes(key))).toEqual([]);
    expect(rows.filter((key) => !(key in synonyms))).toEqual([
      "investments shown",
      "investments lists",
      "directory admins",
      "events places",
      "admin stop",
      "account messages",
      "account sign",
    ]);
  });

  it("The palette has every section of the settings under its own name", () => {
    const labels = parts.map(({ label }) => label);
    for (const { label } of settingSections) expect(labels).toContain(`Settings, ${label}`);
  });

  it("Every part in the palette leads to a screen that its reader may open", () => {
    for (const { to, audience } of parts) {
      const { correctAddress } = matchView(
        new URLSearchParams(to.split("?")[1]?.split("#")[0]),
        sessionOf(audience === "admin" ? "admin" : "member"),
      );
      expect(correctAddress).toBeUndefined();
    }
  });
});
