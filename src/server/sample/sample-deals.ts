import type { Transaction } from "kysely";
import { minimumShares } from "#shared/commitments/share-costs.ts";
import type { DealState } from "#shared/deals/deal-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { fromLondonTime, londonDate } from "#shared/london-time.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { alderLogo } from "./alder-logo.ts";
import { buildDeal, buildEnquiry } from "./build-deal.ts";
import { buildCommitment } from "./build-held-round.ts";
import { buildFile } from "./builders.ts";
import { buildCall, insertQuestions } from "./sample-questions.ts";
import { readSampleRoom } from "./sample-room.ts";

const dayInMs = 24 * 60 * 60 * 1000;

/** Companies that nobody has heard of: in each state of the pipeline. */
const enquiries: readonly {
  company: Partial<DealContent["company"]> & { name: string };
  state: DealState;
  /** Days ago. */
  enquired: number;
  since: number;
  by: "amara" | "eleanor";
  next_step?: string;
}[] = [
  {
    company: company("Tansy", "Invoices for tutors", "Bristol"),
    state: "enquiry",
    enquired: 2,
    since: 2,
    by: "eleanor",
    next_step: "Read the deck",
  },
  {
    company: company("Oriel Maps", "Survey drones", "Cardiff"),
    state: "enquiry",
    enquired: 5,
    since: 5,
    by: "eleanor",
  },
  { company: company("Weft & Co", "Fabric library", "Leeds"), state: "enquiry", enquired: 8, since: 8, by: "amara" },
  {
    company: company("Stellar Kelp", "Packaging", "Oban"),
    state: "enquiry",
    enquired: 19,
    since: 19,
    by: "eleanor",
    next_step: "Answer the founder",
  },
  {
    company: company("Lumen Clinics", "Light therapy rota", "York"),
    state: "screening",
    enquired: 12,
    since: 4,
    by: "amara",
  },
  {
    company: company("Gannet", "Port paperwork", "Hull"),
    state: "screening",
    enquired: 21,
    since: 11,
    by: "eleanor",
    next_step: "Ask for accounts",
  },
  {
    company: company("Cairn Payments", "Split bills for landlords", "Glasgow"),
    state: "meeting",
    enquired: 20,
    since: 3,
    by: "amara",
  },
  {
    company: company("Rookery Data", "Farm accounts", "Norwich"),
    state: "meeting",
    enquired: 30,
    since: 9,
    by: "eleanor",
  },
  {
    company: company("Fernhill Robotics", "Hedge cutting", "Exeter"),
    state: "diligence",
    enquired: 44,
    since: 16,
    by: "amara",
    next_step: "Two customer calls left",
  },
  {
    company: company("Larkspur Foods", "Bread for hospitals", "Derby"),
    state: "declined",
    enquired: 50,
    since: 41,
    by: "amara",
  },
  {
    company: company("Pennant Freight", "Empty lorries", "Felixstowe"),
    state: "withdrawn",
    enquired: 62,
    since: 48,
    by: "eleanor",
  },
  {
    company: company("Skerry Sensors", "Mould in walls", "Dundee"),
    state: "parked",
    enquired: 35,
    since: 20,
    by: "eleanor",
  },
];

const hazelPage: DealContent["page"] = {
  why_we_like_it: [
    "Nine surgeries pay, and none has left since the first signed in May 2025.",
    "The founder sorted hospital letters by hand for six years before she wrote the first line of code.",
    "A letter is filed in four seconds; a person takes two minutes.",
  ],
  what_would_make_it_fail: [
    "Two suppliers own the records that surgeries use. Either could shut the door that letters are filed through.",
    "A letter filed under the wrong name can hurt a patient, and would end the company’s good name.",
    "Surgeries decide slowly: the last four took seven months each from first call to signature.",
  ],
  team: [
    {
      name: "Nadia Okoye",
      history: "Chief executive. Six years in the records office of a hospital trust. Full time.",
    },
    {
      name: "Peter Lindqvist",
      history: "Engineering. Read handwriting by machine at a bank, left in 2024. Full time.",
    },
  ],
  traction: [
    { what: "Surgeries that pay", figure: "9", as_of: "31 Oct 2026", source: "Contracts, seen by the club" },
    { what: "Monthly recurring revenue", figure: "£6,150", as_of: "31 Oct 2026", source: "Accounting export" },
    { what: "Letters filed a day", figure: "2,300", as_of: "Average Oct 2026", source: "The company’s own log" },
    { what: "Money left", figure: "8 months", as_of: "31 Oct 2026", source: "Bank statements" },
  ],
  scheme_note: null,
};

const hazelRisks = [
  "Two suppliers own the records that surgeries use, and either could shut the door that letters are filed through.",
  "A letter filed under the wrong name can hurt a patient; the company would have to answer for it.",
  "Eight months of money are left. Surgeries take seven months to decide, so sales may come too late.",
  "Hospitals could send letters that need no reading, as the health service asks them to.",
  "Both founders are needed: one knows the records, the other the handwriting.",
];

const turnstonePage: DealContent["page"] = {
  why_we_like_it: ["Six harbours used the forecast through last winter, and four have signed for the next."],
  what_would_make_it_fail: ["The public tide tables could become as exact, and they cost nothing."],
  team: [{ name: "Morwen Hale", history: "Chief executive. Harbour master for eleven years. Full time." }],
  traction: [{ what: "Harbours that pay", figure: "4", as_of: "31 Oct 2026", source: "Contracts, seen by the club" }],
  scheme_note: null,
};
const turnstoneRisks = [
  "Four harbours pay. There are about ninety of their size in the country, and most of them have no budget for it.",
  "The public tide tables could become as exact, and they cost nothing.",
  "A wrong forecast can ground a boat; the company’s insurance covers one such case a year.",
  "One person has written all of the software.",
  "Harbours pay in spring, so the company has to borrow through each winter.",
];

const birchRisks = [
  "The heat exchanger is in eleven kitchens; the first that fails in winter closes a school for a day.",
  "Schools buy once a year, in spring. A product that is late loses a year.",
  "The price of gas decides what a school saves, and nobody can foresee it.",
  "One supplier makes the exchanger, and has no second factory.",
  "Two larger makers of kitchen machines could build it into their own.",
];

const alderPage: DealContent["page"] = {
  why_we_like_it: [
    "Fourteen practices pay, the first since March 2025; two left in 2026, both sold to chains.",
    "The founders ran rotas in practices for nine years and built what they missed.",
    "A rota is made every week: once used, it is opened 31 times a month on average.",
  ],
  what_would_make_it_fail: [
    "Two chains buy a third of the practices on the market. A chain that builds its own would close this door.",
    "Five months of money are left. Without this round the company stops.",
    "Forecasts were off by more than one person on one day in six. A practice that is burned once leaves.",
  ],
  team: [
    {
      name: "Ruth Sandford",
      history:
        "Chief executive. Head nurse and rota manager at three practices, nine years. Full time, 41% of the shares.",
    },
    {
      name: "Idris Bell",
      history: "Engineering. Built the bookings system of a dental group, left in 2023. Full time, 38% of the shares.",
    },
  ],
  traction: [
    {
      what: "Monthly recurring revenue",
      figure: "£8,400",
      as_of: "31 Oct 2026",
      source: "Payment provider’s export, seen by the club",
    },
    { what: "Practices that pay", figure: "14", as_of: "31 Oct 2026", source: "Same export" },
    { what: "Left in 2026", figure: "2", as_of: "31 Oct 2026", source: "Founders, names given" },
    { what: "Spent a month, net", figure: "£11,200", as_of: "Average Aug–Oct 2026", source: "Bank statements" },
    { what: "Money left", figure: "5 months", as_of: "31 Oct 2026", source: "Bank statements" },
  ],
  scheme_note: null,
};

/** The sample club's companies and deals, in each state. */
export async function insertDeals(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { builtRoot, now }: { builtRoot: string; now: Date },
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayInMs);
  const ago1830 = (days: number) => fromLondonTime(londonDate(ago(days)), "18:30");
  const ago10 = (days: number) => fromLondonTime(londonDate(ago(days)), "10:00");
  const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10);
  const amara = idOf(people, "amara@kindling.example");
  const eleanor = idOf(people, "eleanor@kindling.example");
  const admins = { amara, eleanor };
  for (const { enquired, since, by, ...enquiry } of enquiries)
    await buildEnquiry(tx, {
      ...enquiry,
      at: ago(since),
      enquired_on: dayAgo(enquired),
      owner_id: admins[by],
      ...(enquiry.state === "parked" && { parked_until: dayAgo(-60) }),
    });

  const written = { author_id: amara, approved_by: eleanor };
  const logo = await buildFile(tx, null, { kind: "company_logo", content: alderLogo });
  const alder = await buildDeal(tx, {
    ...written,
    company: company(
      "Alder Analytics",
      "Forecasts how many vets and nurses a practice needs next week, from its own bookings.",
      "Leeds",
    ),
    at: ago10(2),
    moved: { approved: ago1830(3) },
    enquired_on: dayAgo(40),
    owner_id: amara,
    page: alderPage,
    logo,
    documents: readSampleRoom(builtRoot, amara, ago10(3)),
    terms: { opens_at: ago10(2), priority_until: ago10(-1), closes_at: ago10(-5), assurance_on: dayAgo(30) },
  });
  const hazel = await buildDeal(tx, {
    ...written,
    company: company(
      "Hazel Health",
      "Letters between hospitals and GP surgeries, read and filed by machine.",
      "Sheffield",
    ),
    state: "closing",
    at: ago10(9),
    enquired_on: dayAgo(70),
    owner_id: amara,
    page: hazelPage,
    risks: hazelRisks,
    moved: { approved: ago10(10), released: ago10(9), closing: ago10(1) },
    terms: {
      scheme: "EIS",
      price: "0.80",
      pre_money_pence: 3_200_000_00,
      round_total_pence: 400_000_00,
      club_minimum_pence: 150_000_00,
      club_maximum_pence: 250_000_00,
      schemes_raised_pence: 180_000_00,
      opens_at: ago10(9),
      priority_until: ago10(6),
      closes_at: ago10(1),
      assurance_on: dayAgo(60),
      priority_tiers: [],
    },
  });
  await buildDeal(tx, {
    ...written,
    company: company("Birch Systems", "Keeps school buildings warm with the heat of their own kitchens.", "Durham"),
    state: "completed",
    at: ago10(100),
    enquired_on: dayAgo(190),
    owner_id: eleanor,
    risks: birchRisks,
    moved: { approved: ago10(131), released: ago10(130), closing: ago10(120) },
    terms: { scheme: "EIS", price: "0.50", opens_at: ago10(130), priority_until: ago10(127), closes_at: ago10(120) },
  });
  await buildDeal(tx, {
    ...written,
    company: company("Turnstone", "Tide forecasts for small harbours.", "Whitby"),
    state: "preparing",
    at: ago10(6),
    enquired_on: dayAgo(33),
    owner_id: eleanor,
    page: turnstonePage,
    risks: turnstoneRisks,
    terms: {
      opens_at: ago10(-10),
      priority_until: ago10(-13),
      closes_at: ago10(-17),
      assurance: "applied",
      assurance_on: null,
    },
  });

  await insertReaders(tx, people, alder, ago10);
  const committed = ["fiona.macaskill@glenview.example", "tomasz@wieczorek.example", "priya@ledgerlight.example"];
  await insertPageReaders(
    tx,
    committed.map((address) => idOf(people, address)),
    hazel,
    readAfter(ago10(9)),
  );
  const [tomasz, priya, ownRecord] = [
    await recordOf(tx, idOf(people, "tomasz@wieczorek.example")),
    await recordOf(tx, idOf(people, "priya@ledgerlight.example")),
    await recordOf(tx, eleanor),
  ];
  await insertQuestions(tx, alder, { tomasz, priya, amara, eleanor, now });
  await buildCall(tx, {
    deal_id: alder.id,
    author_id: amara,
    created_at: ago(1),
    starts_at: ago1830(-3),
    requests: [tomasz, priya].map((record_id) => ({ record_id, requested_at: ago(0.5) })),
  });
  const attended = { requested_at: ago(7), joined_at: ago1830(4) };
  await buildCall(tx, {
    deal_id: hazel.id,
    author_id: eleanor,
    created_at: ago(8),
    starts_at: ago1830(4),
    about: "Video, one hour, both founders",
    join_url: "https://meet.example/hazel",
    requests: [
      { record_id: tomasz, ...attended },
      { record_id: ownRecord, ...attended },
      { record_id: priya, requested_at: ago(6) },
    ],
  });
  await insertCommitments(tx, people, { alder, hazel }, ago);
  await tx
    .insertInto("deal_interests")
    .values(
      (
        await tx
          .selectFrom("investor_records")
          .select(["id", "user_id"])
          .where("user_id", "in", [idOf(people, "tomasz@wieczorek.example"), eleanor])
          .execute()
      ).map(({ id, user_id }) => ({
        deal_id: alder.id,
        record_id: id,
        updated_at: ago(1),
        ...(user_id === eleanor
          ? { level: "likely" as const, amount_pence: 40_000_00 }
          : { level: "considering" as const, amount_pence: 12_000_00 }),
      })),
    )
    .execute();
}

/** Half an hour after a deal was opened. */
const readAfter = (opened: Date) => new Date(opened.getTime() + 30 * 60 * 1000);

async function insertPageReaders(
  tx: Transaction<DB>,
  userIds: readonly string[],
  deal: Awaited<ReturnType<typeof buildDeal>>,
  delivered_at: Date,
): Promise<void> {
  const statements = await tx
    .selectFrom("statements as s")
    .innerJoin("investor_records as r", "r.id", "s.record_id")
    .select(["s.id as statement_id", "s.record_id", "s.signed_on", "s.valid_through"])
    .where("s.state", "=", "live")
    .where("r.user_id", "in", userIds)
    .execute();
  const shown = { subject_id: deal.version_id, deal_version_id: deal.version_id, channel: "page" as const };
  await tx
    .insertInto("deliveries")
    .values(statements.map((statement) => ({ ...statement, ...shown, delivered_at })))
    .execute();
}

/** Who agreed to be told by email, was told of a deal two days ago, and opened its page and documents at once. */
async function insertReaders(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  deal: Awaited<ReturnType<typeof buildDeal>>,
  ago10: (days: number) => Date,
): Promise<void> {
  const told = ["eleanor@kindling.example", "tomasz@wieczorek.example"].map((address) => idOf(people, address));
  const agreed = [...told, idOf(people, "priya@ledgerlight.example")];
  await tx
    .insertInto("mail_consents")
    .values(
      agreed.flatMap((user_id) =>
        (["deal_release", "deal_reminder", "deal_call"] as const).map((kind) => ({
          user_id,
          kind,
          agreed_at: ago10(20),
        })),
      ),
    )
    .execute();
  const { id: mailing_id } = await tx
    .insertInto("deal_mailings")
    .values({ deal_id: deal.id, kind: "release", created_at: ago10(2), started_by: deal.owner_id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const sent = told.map((user_id) => ({ mailing_id, user_id, state: "sent" as const, changed_at: ago10(2) }));
  await tx.insertInto("deal_mails").values(sent).execute();
  const statements = await tx
    .selectFrom("statements as s")
    .innerJoin("investor_records as r", "r.id", "s.record_id")
    .select(["s.id as statement_id", "s.record_id", "s.signed_on", "s.valid_through"])
    .where("s.state", "=", "live")
    .where("r.user_id", "in", told)
    .execute();
  const shown = { subject_id: deal.version_id, deal_version_id: deal.version_id };
  await tx
    .insertInto("deliveries")
    .values(
      statements.flatMap((statement) => [
        { ...statement, ...shown, channel: "mail" as const, delivered_at: ago10(2) },
        { ...statement, ...shown, channel: "page" as const, delivered_at: readAfter(ago10(2)) },
        ...deal.documents.map(({ id }) => ({
          ...statement,
          ...shown,
          subject_id: id,
          channel: "document" as const,
          delivered_at: readAfter(ago10(2)),
        })),
      ]),
    )
    .execute();
  await tx
    .insertInto("document_openings")
    .values(
      statements.flatMap(({ record_id }, reader) =>
        deal.documents.map((document) => ({
          record_id,
          document_id: document.id,
          deal_version_id: deal.version_id,
          opened_at: readAfter(ago10(2)),
          // Each read a little less far than the one before.
          pages: Array.from({ length: Math.max(0, (document.pages ?? 0) - 3 * reader) }, (_, index) => index + 1),
          downloaded_at: document.is_downloadable ? readAfter(ago10(2)) : null,
        })),
      ),
    )
    .execute();
}

/** Two to the open deal, and to the one that is closing more than it takes, by nobody who confirms it. Nothing is due yet. */
async function insertCommitments(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string }[],
  { alder, hazel }: Record<"alder" | "hazel", Awaited<ReturnType<typeof buildDeal>>>,
  ago: (days: number) => Date,
): Promise<void> {
  const vip = { tier: "vip", fee_bp: 0 } as const;
  const premium = { tier: "premium", fee_bp: 400 } as const;
  for (const { deal, by, shares, days, ...given } of [
    { deal: alder, by: "eleanor@kindling.example", shares: 33_333, days: 1.5, ...vip, band: "priority" as const },
    { deal: alder, by: "tomasz@wieczorek.example", shares: 10_000, days: 1, ...vip, band: "priority" as const },
    { deal: hazel, by: "fiona.macaskill@glenview.example", shares: 100_000, days: 8.5, ...premium },
    { deal: hazel, by: "tomasz@wieczorek.example", shares: 125_000, days: 5, ...vip },
    { deal: hazel, by: "priya@ledgerlight.example", shares: 100_000, days: 3, ...premium },
  ])
    await buildCommitment(tx, {
      deal_id: deal.id,
      terms_id: deal.terms_id,
      record_id: await recordOf(tx, idOf(people, by)),
      price: deal.content.terms.price,
      shares,
      placed_at: ago(days),
      ...given,
      least_shares: minimumShares(deal.content.terms.price, deal.content.terms.minimum_commitment_pence),
    });
}

async function recordOf(tx: Transaction<DB>, userId: string): Promise<string> {
  const records = tx.selectFrom("investor_records").select("id").where("user_id", "=", userId);
  return (await records.executeTakeFirstOrThrow()).id;
}

function company(name: string, one_line: string, place: string) {
  return { name, one_line, place };
}

function idOf(people: readonly { id: string; email: string }[], address: string): string {
  const person = people.find(({ email }) => email === address);
  if (!person) throw new Error(`The sample club has no ${address}.`);
  return person.id;
}
