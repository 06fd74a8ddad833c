import { createHash } from "node:crypto";
import { type Insertable, type Kysely, sql } from "kysely";
import { checklistLabels, type DealState, pipelineStates } from "#shared/deals/deal-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { renderDealPage } from "#shared/deals/render-deal-page.ts";
import type { DB, DealTerms } from "../platform/db/database.generated.ts";
import { buildDocument, type DocumentGiven, toFrozen } from "./sample-room.ts";

interface EnquiryGiven {
  company?: Partial<Omit<DealContent["company"], "logo">>;
  /** A file that is whole. */
  logo?: { id: string; sha256: string };
  name?: string;
  state?: DealState;
  /** When it reached that state, and when a released one was released. */
  at?: Date;
  page?: Partial<DealContent["page"]>;
  owner_id?: string;
  enquired_on?: string;
  parked_until?: string;
  next_step?: string;
  /** Steps that are not at equal distances from the others have their dates here. */
  moved?: Partial<Record<DealState, Date>>;
}

interface DealGiven extends EnquiryGiven {
  documents?: readonly DocumentGiven[];
  terms?: Partial<Omit<Insertable<DealTerms>, "deal_id">>;
  warnings?: DealContent["warnings"];
  risks?: readonly string[];
  author_id?: string | null;
  approved_by?: string | null;
  /** Who signs for it: whoever froze and approved it, unless said. */
  panel?: readonly string[];
}

const sampleTerms = {
  scheme: "SEIS",
  instrument: "ordinary_shares",
  share_class: "Ordinary shares, one vote each",
  rights: "First refusal on new shares, tag-along",
  price: "1.20",
  pre_money_pence: 1_500_000_00,
  round_total_pence: 150_000_00,
  club_minimum_pence: 60_000_00,
  club_maximum_pence: 100_000_00,
  minimum_commitment_pence: 500_00,
  assurance: "given",
  assurance_on: "2026-11-18",
  seis_raised_pence: 0,
  schemes_raised_pence: 0,
  schemes_raised_year_pence: 0,
  other_investors: "£50,000 from two people who worked with the founders before, on the same terms.",
  club_invests: "The club’s founders intend to put in £20,000 on the same terms.",
  conflicts:
    "An admin who works on this deal is among them and signs for it; the list that members read says with how much.",
  vehicle: "The nominee, for you by name, on a trust of your own",
  allocation_method: "pro_rata",
  priority_share_percent: 40,
  priority_tiers: ["vip"],
} as const;
const useOfFunds = [
  { what: "Two engineers, eighteen months", percent: 55 },
  { what: "Sales to single practices", percent: 25 },
  { what: "Data protection and security", percent: 12 },
  { what: "This round’s costs, success fee included", percent: 8 },
];
const alderRisks = [
  "Two chains buy a third of the practices on the market.",
  "Five months of money are left. Without this round the company stops.",
  "Forecasts were off by more than one person on one day in six.",
  "Both founders are needed: neither could be replaced within a year.",
  "A larger supplier of practice software could add the same forecast.",
];
const samplePage: DealContent["page"] = {
  why_we_like_it: ["Fourteen practices pay, the first since March 2025; two left in 2026, both sold to chains."],
  what_would_make_it_fail: ["Two chains buy a third of the practices on the market, and could build their own."],
  team: [
    { name: "Ruth Sandford", history: "Chief executive. Head nurse and rota manager at three practices, nine years." },
  ],
  traction: [
    { what: "Monthly recurring revenue", figure: "£8,400", as_of: "31 Dec 2026", source: "Payment provider’s export" },
  ],
  scheme_note: null,
};
const sampleWarnings: DealContent["warnings"] = {
  headline: "You could lose all the money you invest in this company.",
  risk: "Do not invest unless you are prepared for that.",
  sender: "Sent by Kindling Club Ltd, 1 Sample Street, London EC1A 1AA.",
  exemption: "For members whose statement as a high net worth or sophisticated investor is valid.",
};
const day = 24 * 60 * 60 * 1000;

/** A company and its round, before there are terms. Writes past every rule, as the other builders do. */
export async function buildEnquiry(
  db: Kysely<DB>,
  {
    company = {},
    logo,
    name = "Seed round",
    state = "enquiry",
    at = new Date(Date.now() - day),
    page,
    owner_id,
    enquired_on = at.toISOString().slice(0, 10),
    parked_until,
    next_step,
    moved = {},
  }: EnquiryGiven = {},
) {
  const known = {
    name: "Alder Analytics",
    company_number: "00000000",
    website: null,
    sector: "Software",
    one_line: "Forecasts how many vets and nurses a practice needs next week.",
    place: "Leeds",
    founded_year: 2024,
    country: "GB",
    ...company,
  };
  const { id: company_id } = await db.insertInto("companies").values(known).returning("id").executeTakeFirstOrThrow();
  if (logo)
    await db.insertInto("company_logos").values({ company_id, file_id: logo.id, sha256: logo.sha256 }).execute();
  const begun = await db
    .insertInto("deals")
    .values({
      company_id,
      name,
      state_since: new Date(enquired_on),
      created_at: new Date(enquired_on),
      enquired_on,
      page: JSON.stringify(page ?? {}),
      owner_id: owner_id ?? null,
      next_step: next_step ?? null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const moves = movesTo(state, new Date(enquired_on), at).map((move) => ({
    ...move,
    moved_at: moved[move.to_state] ?? move.moved_at,
  }));
  if (moves.length > 0)
    await db
      .insertInto("deal_moves")
      .values(
        moves.map((move) => {
          const is_by_clock = movedByClock.includes(move.to_state);
          return { ...move, deal_id: begun.id, is_by_clock, moved_by: is_by_clock ? null : (owner_id ?? null) };
        }),
      )
      .execute();
  const released = moves.find(({ to_state }) => to_state === "released");
  const deal = await db
    .updateTable("deals")
    .set({
      state,
      state_since: moved[state] ?? at,
      parked_until: parked_until ?? null,
      released_at: released?.moved_at ?? null,
    })
    .where("id", "=", begun.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...deal, company: { ...known, logo: logo ? { file_id: logo.id, sha256: logo.sha256 } : null } };
}

const movedByClock: readonly DealState[] = ["approved", "released", "closing", "completed", "exited"];

/** Step by step, the steps at equal distances; straight to a way out. */
function movesTo(state: DealState, from: Date, to: Date) {
  const order: readonly DealState[] = pipelineStates;
  const place = order.indexOf(state);
  const steps: DealState[] =
    state === "cancelled" ? ["released", "cancelled"] : place < 0 ? [state] : order.slice(1, place + 1);
  return steps.map((to_state, index) => ({
    from_state: steps[index - 1] ?? ("enquiry" as const),
    to_state,
    moved_at: new Date(from.getTime() + ((to.getTime() - from.getTime()) * (index + 1)) / steps.length),
    reason: place < 0 ? "It does not fit what the club looks for." : null,
  }));
}

/** With terms and a version, which is approved unless the deal is still in preparation. */
export async function buildDeal(db: Kysely<DB>, given: DealGiven = {}) {
  const {
    state = "released",
    at = new Date(Date.now() - day),
    terms = {},
    warnings = sampleWarnings,
    risks = alderRisks,
  } = given;
  const { author_id = null, approved_by = author_id } = given;
  const page = { ...samplePage, ...given.page };
  const deal = await buildEnquiry(db, { ...given, page, state, at });
  const { closes_at = new Date(at.getTime() + 7 * day) } = terms;
  const set = {
    ...sampleTerms,
    priority_tiers: [...sampleTerms.priority_tiers],
    opens_at: at,
    priority_until: new Date(at.getTime() + 3 * day),
    closes_at,
    completion_expected_on: new Date(new Date(closes_at).getTime() + 15 * day).toISOString().slice(0, 10),
    number: 1,
    created_at: at,
    author_id,
    ...terms,
  };
  const { id: terms_id } = await db
    .insertInto("deal_terms")
    .values({ use_of_funds: JSON.stringify(useOfFunds), risks: JSON.stringify(risks), ...set, deal_id: deal.id })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { author_id: _, ...shownTerms } = set;
  const documents: Awaited<ReturnType<typeof buildDocument>>[] = [];
  for (const document of given.documents ?? []) documents.push(await buildDocument(db, deal.id, document));
  const content = toJson({
    company: deal.company,
    deal_name: deal.name,
    page,
    terms: { use_of_funds: useOfFunds, risks, ...shownTerms, id: terms_id },
    documents: documents.map(toFrozen),
    answers: [],
    warnings,
    success_fee_bp: 800,
  });
  const isApproved = state !== "preparing";
  const { id: version_id } = await freezeDeal(db, {
    deal_id: deal.id,
    terms_id,
    number: 1,
    content,
    author_id,
    created_at: given.moved?.approved ?? at,
    approved_at: isApproved ? (given.moved?.approved ?? at) : null,
    approved_by: isApproved ? approved_by : null,
    panel: given.panel ?? [author_id, approved_by].flatMap((id) => id ?? []),
  });
  return { ...deal, terms_id, version_id, content, documents };
}

/** Returns the content as the database keeps it: times are text. */
const toJson = (content: object): DealContent => JSON.parse(JSON.stringify(content));

interface VersionGiven {
  deal_id: string;
  terms_id: string;
  number: number;
  content: DealContent;
  author_id: string | null;
  created_at: Date;
  approved_at: Date | null;
  approved_by: string | null;
  /** These people sign for it; by default its author and approver do. */
  panel?: readonly string[];
}

const confirmed = Object.values(checklistLabels);

/** A version of a deal as it is kept, with its panel. */
export async function freezeDeal(db: Kysely<DB>, { content, panel, ...given }: VersionGiven) {
  const page = renderDealPage(content);
  const { deal_id, author_id, approved_by, approved_at } = given;
  const version = await db
    .insertInto("deal_versions")
    .values({
      ...given,
      content: sql`${JSON.stringify(content)}::jsonb`,
      author_checklist: confirmed,
      approver_checklist: given.approved_at && confirmed,
      page,
      page_sha256: createHash("sha256").update(page).digest("hex"),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const signers = new Set(panel ?? [author_id, approved_by].flatMap((id) => id ?? []));
  if (signers.size > 0)
    await sql`
      insert into deal_panel (deal_id, version_id, user_id, name, capacity, signs_from)
      select ${deal_id}, ${version.id}, p.id, p.name, case when is_admin_person(p.id) then 'admin' else 'second' end,
             ${approved_at} from people p where p.id = any (${[...signers]}::uuid[])`.execute(db);
  return version;
}
