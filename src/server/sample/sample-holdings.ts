import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { seatDays } from "#shared/portfolio/adviser-seats-messages.ts";
import { incomeTaxReliefPence } from "#shared/portfolio/deal-result.ts";
import type { DB } from "../platform/db/database.generated.ts";
import { textDocument } from "../platform/pdf/text-document.ts";
import { buildPaidExit } from "./build-exit.ts";
import { buildHeldRound } from "./build-held-round.ts";
import { buildHoldingImport } from "./build-holding-import.ts";
import { buildFile } from "./builders.ts";
import { insertCompanyUpdates } from "./sample-company-updates.ts";

const amara = "amara@kindling.example";
const daniel = "daniel@kindling.example";
const eleanor = "eleanor@kindling.example";
const priya = "priya@ledgerlight.example";
const tomasz = "tomasz@wieczorek.example";

type Tier = "trial" | "premium" | "vip";

/** Rounds that were completed, oldest first, with what became of them. Months are counted back from now. */
const rounds: readonly {
  company: { name: string; one_line?: string; place?: string; sector?: string };
  /** The company is that of a round above. */
  again?: true;
  name: string;
  price: string;
  scheme: "SEIS" | "EIS";
  pre_money_pence: number;
  round_total_pence: number;
  code: string;
  months: number;
  lots: readonly [email: string, tier: Tier, shares: number][];
  prices?: readonly {
    months: number;
    basis: "last_round" | "offer" | "impaired" | "nil";
    price: string;
    impaired_percent?: number;
    source: string;
    shares_in_issue?: number;
    isWaiting?: true;
  }[];
  /** All of it was sold. */
  sold?: { months: number; price: string; costs_pence: number; costs_payee: string; note: string };
  /** Certificates for the tax return came for these members; those in `claimed` say that they claimed. */
  certified?: readonly string[];
  claimed?: readonly string[];
}[] = [
  {
    company: {
      name: "Fenland Optics",
      one_line: "Lenses ground from recycled glass",
      place: "Ely",
      sector: "Hardware",
    },
    name: "Seed round",
    price: "0.60",
    scheme: "EIS",
    pre_money_pence: 1_100_000_00,
    round_total_pence: 180_000_00,
    code: "F7P",
    months: 43,
    lots: [
      [priya, "trial", 5000],
      [tomasz, "vip", 10_000],
    ],
    sold: {
      months: 5,
      price: "0.22",
      costs_pence: 45_000,
      costs_payee: "Harrow & Lowe LLP",
      note: "A maker of instruments bought the company for its patents and its people.",
    },
    certified: [priya],
    claimed: [priya],
  },
  {
    company: {
      name: "Saltmarsh Robotics",
      one_line: "Rovers that count seagrass",
      place: "King’s Lynn",
      sector: "Robotics",
    },
    name: "Seed round",
    price: "0.85",
    scheme: "SEIS",
    pre_money_pence: 1_200_000_00,
    round_total_pence: 150_000_00,
    code: "S2R",
    months: 32,
    lots: [
      [priya, "trial", 9411],
      [amara, "premium", 11_764],
      [tomasz, "vip", 23_529],
    ],
    prices: [
      {
        months: 10,
        basis: "last_round",
        price: "1.90",
        shares_in_issue: 1_905_000,
        source: "Companies House filing of the round led by others",
      },
    ],
    certified: [priya, amara],
    claimed: [priya],
  },
  {
    company: { name: "Quern", one_line: "Flour from small mills", place: "Totnes", sector: "Food" },
    name: "Seed round",
    price: "2.00",
    scheme: "SEIS",
    pre_money_pence: 900_000_00,
    round_total_pence: 140_000_00,
    code: "Q3N",
    months: 27,
    lots: [
      [priya, "premium", 1500],
      [amara, "premium", 2000],
    ],
    prices: [{ months: 3, basis: "nil", price: "0", source: "Liquidator’s letter" }],
    certified: [priya, amara],
    claimed: [priya, amara],
  },
  {
    company: { name: "Dunlin", one_line: "Rotas for care at home", place: "Whitby", sector: "Health" },
    name: "Seed round",
    price: "1.25",
    scheme: "EIS",
    pre_money_pence: 2_500_000_00,
    round_total_pence: 400_000_00,
    code: "D4N",
    months: 20,
    lots: [
      [priya, "premium", 4800],
      [amara, "premium", 4000],
      [tomasz, "vip", 8000],
    ],
    prices: [
      {
        months: 4,
        basis: "impaired",
        price: "0.625",
        impaired_percent: 50,
        source: "Half of the revenue left with one customer; management accounts",
      },
    ],
  },
  {
    company: {
      name: "Northumbrian Soil Measurement Company",
      one_line: "Nitrogen read from a tractor",
      place: "Hexham",
      sector: "Farming",
    },
    name: "Seed round",
    price: "0.4150",
    scheme: "EIS",
    pre_money_pence: 1_900_000_00,
    round_total_pence: 300_000_00,
    code: "N5M",
    months: 9,
    lots: [
      [priya, "premium", 12_000],
      [tomasz, "vip", 30_000],
    ],
    prices: [
      {
        months: 0,
        basis: "offer",
        price: "0.52",
        isWaiting: true,
        source: "A letter of intent from a farm machinery fund, filed with the company’s secretary",
      },
    ],
  },
  {
    company: { name: "Saltmarsh Robotics" },
    again: true,
    name: "Second round",
    price: "1.90",
    scheme: "EIS",
    pre_money_pence: 3_000_000_00,
    round_total_pence: 600_000_00,
    code: "S6F",
    months: 10,
    lots: [[amara, "premium", 2600]],
  },
];

/** What members of the sample club own: a round that went up, one that was written off, one that was impaired, and one like new. */
export async function insertHoldings(
  tx: Transaction<DB>,
  people: readonly { id: string; email: string; full_name: string }[],
  { builtRoot, now }: { builtRoot: string; now: Date },
): Promise<void> {
  const person = (email: string) => {
    const found = people.find((one) => one.email === email);
    if (!found) throw new Error(`The sample club has no ${email}.`);
    return found;
  };
  const records = new Map(
    (await tx.selectFrom("investor_records").select(["id", "user_id"]).execute()).map(({ id, user_id }) => [
      user_id,
      id,
    ]),
  );
  const day = (months: number, days = 0) =>
    londonDate(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 12 + days, 12)));
  const twoDaysAgo = new Date(now.getTime() - 48 * 60 * 60 * 1000);
  const noon = (date: string) => new Date(`${date}T12:00:00Z`);
  const admins = { proposed_by: person(eleanor).id, confirmed_by: person(daniel).id };
  const companies = new Map<string, string>();
  for (const { company, again, lots, prices = [], certified = [], claimed = [], sold, months, ...given } of rounds) {
    const { price, scheme, pre_money_pence, round_total_pence, ...round } = given;
    const company_id = again && companies.get(company.name);
    const held = await buildHeldRound(tx, {
      ...round,
      ...admins,
      company,
      ...(company_id && { company_id }),
      terms: { price, scheme, pre_money_pence, round_total_pence, share_class: "Ordinary" },
      called_on: day(months, -9),
      wired_on: day(months, -1),
      issued_on: day(months),
      members: lots.map(([email, tier, shares], index) => ({
        record_id: records.get(person(email).id) ?? "",
        tier,
        shares,
        paid_on: day(months, index - 8),
      })),
    });
    companies.set(company.name, held.company_id);
    for (const { months: since, isWaiting, ...entered } of prices) {
      const author = person(isWaiting ? eleanor : amara).id;
      const decided = { confirmed_at: noon(day(since, 2)), confirmed_by: person(eleanor).id };
      const { id: price_id } = await tx
        .insertInto("share_prices")
        .values({
          ...entered,
          company_id: held.company_id,
          entered_by: author,
          ...(isWaiting
            ? { as_of: londonDate(twoDaysAgo), entered_at: twoDaysAgo }
            : { as_of: day(since), entered_at: noon(day(since, 1)), ...decided }),
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (entered.basis !== "nil") continue;
      const content = await liquidatorsLetter(company.name, noon(day(since)), builtRoot);
      const file = await buildFile(tx, author, { kind: "price_evidence", media_type: "application/pdf", content });
      await tx
        .insertInto("price_evidence")
        .values({ price_id, author_id: author, file_name: "liquidators-letter.pdf", file_id: file.id })
        .execute();
    }
    for (const { id, record_id, commitment_id, cost_pence } of held.holdings) {
      const holder = people.find((one) => records.get(one.id) === record_id);
      if (!holder || !record_id) continue;
      if (certified.includes(holder.email)) {
        const came = day(months - 6);
        const content = await certificate({
          builtRoot,
          scheme,
          member: holder.full_name,
          company: company.name,
          cost_pence,
          came: noon(came),
          issued_on: day(months),
        });
        const file = await buildFile(tx, null, { kind: "paper", media_type: "application/pdf", content });
        await tx
          .insertInto("papers")
          .values({
            deal_id: held.id,
            commitment_id,
            kind: "relief_certificate",
            file_id: file.id,
            dated_on: came,
            file_name: `${scheme}3.pdf`,
            found: "{}",
            matched_at: noon(came),
            matched_by: person(eleanor).id,
            created_at: noon(came),
          })
          .execute();
      }
      if (claimed.includes(holder.email))
        await tx
          .insertInto("relief_records")
          .values({
            record_id,
            holding_id: id,
            kind: "income",
            claimed_on: day(months - 8),
            pence: incomeTaxReliefPence(scheme, cost_pence),
          })
          .execute();
    }
    if (sold) {
      const { months: since, ...terms } = sold;
      await buildPaidExit(tx, {
        ...terms,
        ...admins,
        company_id: held.company_id,
        kind: "sale",
        happened_on: day(since),
        paid_on: day(since, 4),
      });
    }
  }
  await insertEarlierHoldings(
    tx,
    [person(tomasz), person(daniel)],
    { proposed_by: person(amara).id, confirmed_by: person(eleanor).id },
    day,
  );
  await splitShares(tx, {
    company_id: companies.get("Saltmarsh Robotics") ?? "",
    effective_on: day(6),
    new_shares: 10,
    old_shares: 1,
    source: "Companies House form SH02 and the resolution of the members",
    ...admins,
    at: noon(day(6, 2)),
  });
  await insertTypedHoldings(tx, person(priya).id, day);
  await insertAdviserSeat(tx, person(priya).id, now);
  await insertCompanyUpdates(tx, companies, { now, published_by: person(eleanor).id });
}

interface Split {
  company_id: string;
  new_shares: number;
  old_shares: number;
  effective_on: string;
  source: string;
  proposed_by: string;
  confirmed_by: string;
  at: Date;
}

/** Confirmed, of all lots that were issued before its day. Past every rule, as the builders. */
async function splitShares(tx: Transaction<DB>, { at, ...given }: Split): Promise<void> {
  const { id } = await tx
    .insertInto("share_actions")
    .values({ ...given, proposed_at: at, confirmed_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await sql`insert into share_action_lines (action_id, holding_id, shares_before, shares_after)
    select ${id}, l.holding_id, l.shares_before, l.shares_after
      from split_lots(${given.company_id}, null, ${given.new_shares}, ${given.old_shares}, ${given.effective_on}) l`.execute(
    tx,
  );
}

interface Certificate {
  builtRoot: string;
  scheme: "SEIS" | "EIS";
  member: string;
  company: string;
  cost_pence: number;
  issued_on: string;
  came: Date;
}

async function certificate({ builtRoot, scheme, member, company, cost_pence, issued_on, came }: Certificate) {
  const says = (text: string) => ({ style: "paragraph" as const, runs: [{ text, is_bold: false }] });
  const pdf = await textDocument(
    {
      title: `${scheme}3, a sample`,
      author: company,
      createdAt: came,
      foot: "A sample: no authority issued it.",
      lines: [
        { style: "title", runs: [{ text: `${scheme}3: a sample`, is_bold: false }] },
        says(
          `${company} certifies that ${member} subscribed ${formatPence(cost_pence)} for shares issued on ${formatDay(issued_on)}.`,
        ),
      ],
    },
    builtRoot,
  );
  return Buffer.from(pdf);
}

async function liquidatorsLetter(company: string, createdAt: Date, builtRoot: string) {
  const says = (text: string) => ({ style: "paragraph" as const, runs: [{ text, is_bold: false }] });
  const pdf = await textDocument(
    {
      title: "A liquidator's letter, a sample",
      author: "A sample liquidator",
      createdAt,
      foot: "A sample: no liquidator wrote it.",
      lines: [
        { style: "title", runs: [{ text: "A liquidator's letter: a sample", is_bold: false }] },
        says(`${company} is being wound up. Nothing is expected to be left for those who hold its shares.`),
      ],
    },
    builtRoot,
  );
  return Buffer.from(pdf);
}

const dayMs = 24 * 60 * 60_000;

/** An accountant who has read twice; nobody has the link, whose hash is of nothing. */
async function insertAdviserSeat(tx: Transaction<DB>, user_id: string, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const { id: seat_id } = await tx
    .insertInto("adviser_seats")
    .values({
      user_id,
      name: "Hale & Partners, accountants",
      email: "returns@hale-partners.example",
      shows_reliefs: true,
      shows_papers: true,
      token_hash: randomBytes(32).toString("base64url"),
      granted_at: ago(20),
      expires_at: ago(20 - seatDays),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("adviser_openings")
    .values([
      { seat_id, opened_at: ago(19), device: "Firefox on Windows", is_new_device: true },
      { seat_id, opened_at: ago(6), device: "Firefox on Windows", is_new_device: false },
    ])
    .execute();
}

interface Admins {
  proposed_by: string;
  confirmed_by: string;
}

/** What two members held before the club kept its rounds here, imported. @param day so many months ago. */
async function insertEarlierHoldings(
  tx: Transaction<DB>,
  holders: readonly { id: string; email: string }[],
  { proposed_by, confirmed_by }: Admins,
  day: (months: number, days?: number) => string,
): Promise<void> {
  const company = await tx
    .insertInto("companies")
    .values({ name: "Withy & Reed", one_line: "Packaging grown on wetlands", place: "Taunton", sector: "Materials" })
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
  const noon = (date: string) => new Date(`${date}T12:00:00Z`);
  await buildHoldingImport(tx, {
    company,
    proposed_by,
    confirmed_by,
    file_name: "holdings-before-the-club.csv",
    proposed_at: noon(day(4)),
    confirmed_at: noon(day(4, 1)),
    lots: holders.map(({ id, email }, index) => ({
      user_id: id,
      email,
      shares: 4000 * (index + 1),
      price: "1.25",
      cost_pence: 500_000 * (index + 1),
      scheme: "EIS",
      happened_on: day(30),
      uir: `EIS-SAMPLE-${index + 1}`,
      certificate_on: day(25),
    })),
  });
}

/** What a member bought beside the club's, some of it sold again. @param day so many months ago. */
async function insertTypedHoldings(
  tx: Transaction<DB>,
  user_id: string,
  day: (months: number) => string,
): Promise<void> {
  const { id: company_id } = await tx
    .insertInto("typed_companies")
    .values({ user_id, name: "Tidewater Ceramics" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const own = { user_id, company_id };
  await tx
    .insertInto("typed_holdings")
    .values({
      ...own,
      shares: 600,
      share_class: "Ordinary",
      price: "2.50",
      cost_pence: 1_500_00,
      fee_pence: 0,
      scheme: "EIS",
      issued_on: day(18),
      certificate_on: day(13),
      note: "Bought from the founders directly.",
    })
    .execute();
  await tx
    .insertInto("typed_prices")
    .values({ ...own, as_of: day(7), price: "3.10", source: "Their letter to shareholders" })
    .execute();
  await tx
    .insertInto("typed_sales")
    .values({ ...own, sold_on: day(6), shares: 100, gross_pence: 310_00, costs_pence: 4_00 })
    .execute();
}
