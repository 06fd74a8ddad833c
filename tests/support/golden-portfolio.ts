import { describeCompany, describePortfolio } from "#server/features/portfolio/describe-portfolio.ts";
import type { OwnLot, OwnPortfolio, OwnPrice, Task } from "#server/features/portfolio/portfolio-queries.ts";
import type { OwnCompany, Portfolio } from "#shared/portfolio/portfolio.ts";

export const alderId = "0190a0a0-0000-7000-8000-0000000000a1";
export const birchId = "0190a0a0-0000-7000-8000-0000000000b1";

const lot = (number: number, own: Partial<OwnLot> & Pick<OwnLot, "company_id" | "company_name">): OwnLot => {
  const id = `0190a0a0-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return {
    id,
    origin: "club" as const,
    deal_id: id,
    commitment_id: id,
    deal_name: "Seed round",
    sector: null,
    one_line: null,
    shares: 1_000,
    share_class: "Ordinary",
    price: "1",
    cost_pence: 100_000,
    fee_pence: 12_500,
    scheme: "SEIS",
    issued_on: "2027-02-02",
    wired_on: "2027-02-01",
    payments: [{ day: "2027-01-28", pence: 112_500 }],
    certificate_on: null,
    pre_money_pence: null,
    round_total_pence: 0,
    ...own,
  };
};

const priced = (company_id: string, as_of: string, price: string, basis: OwnPrice["basis"], source: string | null) => ({
  company_id,
  share_class: null,
  as_of,
  price,
  basis,
  source,
  shares_in_issue: null,
  is_by_two_admins: true,
  id: null,
  has_evidence: false,
});

/** Jonas's two holdings: one that others paid twice as much for, one that was written off. */
export const jonas: OwnPortfolio = {
  lots: [
    lot(1, {
      company_id: alderId,
      company_name: "Alder Analytics",
      sector: "Software for health and vets",
      shares: 6_879,
      price: "1.24",
      cost_pence: 8_529_96,
      fee_pence: 1_066_25,
      deal_name: "Seed round 2027",
      payments: [{ day: "2027-01-28", pence: 9_596_21 }],
      certificate_on: "2027-08-12",
      pre_money_pence: 1_550_000_00,
      round_total_pence: 155_999_92,
    }),
    lot(2, {
      company_id: birchId,
      company_name: "Birch Systems",
      sector: "Industrial software",
      scheme: "EIS",
      shares: 4_000,
      price: "0.5",
      cost_pence: 2_000_00,
      fee_pence: 250_00,
      deal_name: "Seed round 2027",
      issued_on: "2027-05-17",
      wired_on: "2027-05-14",
      certificate_on: "2027-11-01",
      payments: [{ day: "2027-05-10", pence: 2_250_00 }],
    }),
  ],
  proceeds: [],
  prices: [
    { ...priced(alderId, "2027-02-02", "1.24", "our_round", null) },
    { ...priced(birchId, "2027-05-17", "0.5", "our_round", null) },
    {
      ...priced(alderId, "2028-03-15", "2.48", "last_round", "Companies House filing, 28 Mar 2028"),
      shares_in_issue: 1_637_857,
    },
    { ...priced(birchId, "2029-09-30", "0", "nil", "Liquidator’s letter") },
  ],
  reliefs: [relief(1, "2027-11-15", 4_264_98), relief(2, "2028-02-15", 600_00)],
};

function relief(number: number, day: string, pence: number): OwnPortfolio["reliefs"][number] {
  const lot_id = `0190a0a0-0000-7000-8000-${String(number).padStart(12, "0")}`;
  return { id: lot_id, lot_id, day, claimed_on: day, pence, kind: "income", is_carried_back: false, lost_on: null };
}

const statement: Task = {
  kind: "statement_ends",
  commitment_id: null,
  name: null,
  pence: null,
  until: new Date("2030-01-09T12:00:00.000Z"),
};

/** The worked example, as the API answers on a day. */
export const jonasOn = (day: string): Portfolio => describePortfolio(jonas, day > "2029-11" ? [statement] : [], day);

export const jonasWith = (change: Partial<OwnPortfolio>, day: string): Portfolio =>
  describePortfolio({ ...jonas, ...change }, [], day);

export const jonasAlderOn = (day: string, change: Partial<OwnPortfolio> = {}): OwnCompany => {
  const own = describeCompany({ ...jonas, ...change }, alderId, day);
  if (!own) throw new Error(`Nothing held on ${day}`);
  return own;
};

const names = ["Fernhill Robotics", "Northumbrian Agricultural Robotics and Soil Measurement Company", "Hazel Health"];

/** So many companies, with a long name, prices that rose, fell, were halved or lost, and some that are too old. */
export function manyHoldings(count: number, day = "2029-12-31"): Portfolio {
  const ids = Array.from({ length: count }, (_, index) => index + 10);
  const companyId = (number: number) => `0190a0a0-0000-7000-8000-00000c${String(number).padStart(6, "0")}`;
  const yearOf = (number: number) => 2027 + (number % 3);
  const monthOf = (number: number) => String((number % 9) + 1).padStart(2, "0");
  const lots = ids.map((number) =>
    lot(number, {
      company_id: companyId(number),
      company_name: names[number % 20] ?? `Company ${number}`,
      sector: `Sector ${number % 7}`,
      scheme: number % 2 ? "EIS" : "SEIS",
      shares: 500 + number * 10,
      cost_pence: (500 + number * 10) * 100,
      fee_pence: (500 + number * 10) * 10,
      issued_on: `${yearOf(number)}-${monthOf(number)}-20`,
      wired_on: `${yearOf(number)}-${monthOf(number)}-18`,
      payments: [{ day: `${yearOf(number)}-${monthOf(number)}-10`, pence: (500 + number * 10) * 110 }],
    }),
  );
  const later = ["1.5", "0.8", "0", "0.5", "2.4"];
  const bases = ["last_round", "club_estimate", "nil", "impaired", "offer"] as const;
  return describePortfolio(
    {
      lots,
      proceeds: [],
      reliefs: [],
      prices: ids
        .filter((number) => number % 4 !== 0)
        .map((number) =>
          priced(companyId(number), "2029-11-15", later[number % 5] ?? "1", bases[number % 5] ?? "offer", "A filing"),
        ),
    },
    [],
    day,
  );
}
