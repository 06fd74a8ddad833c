import type { NewTermsInput, NumberedTerms, TermsInput } from "#shared/deals/deals.ts";
import { fromLondonTime, londonDate, toLondonTime } from "#shared/london-time.ts";
import { orNaN, readPounds, readPrice, readWholePercent } from "#shared/typed-numbers.ts";
import { toPoints, toTexts } from "../page/page-values.ts";

const moneyNames = [
  "pre_money_pence",
  "round_total_pence",
  "club_minimum_pence",
  "club_maximum_pence",
  "minimum_commitment_pence",
  "seis_raised_pence",
  "schemes_raised_pence",
  "schemes_raised_year_pence",
] as const;
const momentNames = ["opens_at", "priority_until", "closes_at"] as const;

type Text = (typeof moneyNames)[number] | (typeof momentNames)[number] | "assurance_on" | "priority_share_percent";

/** As the form holds it: pounds, London times and per cents as text. */
export interface TermsValues extends Omit<TermsInput, Text | "use_of_funds" | "risks">, Record<Text, string> {
  use_of_funds: { what: string; percent: string }[];
  risks: { text: string }[];
  not_material_reason: string;
}

/** Money, moments and per cents that cannot be read become values that the schema refuses at their field. */
export function toTermsInput(values: TermsValues): NewTermsInput {
  const money = Object.fromEntries(moneyNames.map((name) => [name, orNaN(readPounds(values[name]))]));
  const moments = Object.fromEntries(momentNames.map((name) => [name, toMoment(values[name])]));
  return {
    ...values,
    ...(money as Record<(typeof moneyNames)[number], number>),
    ...(moments as Record<(typeof momentNames)[number], string>),
    price: readPrice(values.price) ?? "",
    priority_share_percent: orNaN(readWholePercent(values.priority_share_percent)),
    use_of_funds: values.use_of_funds.map(({ what, percent }) => ({ what, percent: orNaN(readWholePercent(percent)) })),
    risks: toTexts(values.risks),
  };
}

export function toTermsValues({
  id: _id,
  number: _number,
  created_at: _created,
  ...terms
}: NumberedTerms): TermsValues {
  const money = Object.fromEntries(moneyNames.map((name) => [name, toPounds(terms[name])]));
  const moments = Object.fromEntries(momentNames.map((name) => [name, toTyped(terms[name])]));
  return {
    ...terms,
    ...(money as Record<(typeof moneyNames)[number], string>),
    ...(moments as Record<(typeof momentNames)[number], string>),
    assurance_on: terms.assurance_on ?? "",
    priority_share_percent: String(terms.priority_share_percent),
    use_of_funds: terms.use_of_funds.map(({ what, percent }) => ({ what, percent: String(percent) })),
    risks: toPoints(terms.risks),
    // The reason of the earlier change is not taken over.
    not_material_reason: "",
  };
}

export const emptyTerms: TermsValues = {
  scheme: "SEIS",
  instrument: "ordinary_shares",
  share_class: "",
  rights: "",
  price: "",
  pre_money_pence: "",
  round_total_pence: "",
  club_minimum_pence: "",
  club_maximum_pence: "",
  minimum_commitment_pence: "",
  assurance: "none",
  assurance_on: "",
  seis_raised_pence: "0",
  schemes_raised_pence: "0",
  schemes_raised_year_pence: "0",
  use_of_funds: [{ what: "", percent: "" }],
  other_investors: "",
  club_invests: "",
  conflicts: "",
  vehicle: "",
  risks: toPoints(["", "", "", "", ""]),
  allocation_method: "pro_rata",
  priority_share_percent: "0",
  priority_tiers: [],
  opens_at: "",
  priority_until: "",
  closes_at: "",
  completion_expected_on: "",
  not_material_reason: "",
};

interface Start {
  newest: NumberedTerms | undefined;
  last: NumberedTerms | undefined;
  leastPence: number;
  now: number;
}

/**
 * The newest terms. A first version has what the last deal had, as far as it is no fact about its company, opens on a morning in two days
 * and has no priority; without a last deal, the least that the club takes.
 */
export function startTerms({ newest, last, leastPence, now }: Start): TermsValues {
  if (newest) return toTermsValues(newest);
  const opens = { opens_at: morningAfter(now, 2), priority_until: morningAfter(now, 4) };
  if (!last) return { ...emptyTerms, ...opens, minimum_commitment_pence: toPounds(leastPence) };
  const { scheme, instrument, share_class, rights, vehicle, risks, allocation_method, ...rest } = toTermsValues(last);
  const least = Math.max(leastPence, last.minimum_commitment_pence);
  return {
    ...emptyTerms,
    ...opens,
    scheme,
    instrument,
    share_class,
    rights,
    vehicle,
    risks,
    allocation_method,
    minimum_commitment_pence: toPounds(least),
    priority_share_percent: "0",
    priority_tiers: rest.priority_tiers,
  };
}

/** Returns what is filled in before anything is typed. @param lastCompany of the last deal that was offered. */
export function startWords(lastCompany: string | undefined): string {
  const rest =
    "Filled in besides: no assurance, £0 raised before this round, no share for members with priority, an opening in two days and the end of priority two days later. Change what is not so.";
  return lastCompany === undefined
    ? `Scheme, instrument and method are chosen already, and the smallest commitment is the least that the club takes. ${rest}`
    : `Scheme, instrument, class, rights, vehicle, risks, method, smallest commitment and plans with priority are those of ${lastCompany}. Check each. ${rest}`;
}

const hourMs = 60 * 60 * 1000;
const day = 24 * hourMs;
/** Returns 10:00 in London. */
const morningAfter = (now: number, days: number): string => `${londonDate(new Date(now + days * day))}T10:00`;

/** "risks.0" is "risks.0.text" in the form. */
export const termsFieldOf = (path: string): string => path.replace(/^risks\.\d+$/, "$&.text");

const toPounds = (pence: number): string =>
  (pence / 100).toLocaleString("en-GB", { minimumFractionDigits: pence % 100 === 0 ? 0 : 2 });

function toMoment(typed: string): string {
  const [date, time] = typed.split("T");
  return date && time ? fromLondonTime(date, time).toISOString() : "";
}

/** Checks that commitments would close before members who are asked again have had their time. @param typed of London. */
export function closesBeforeAnswers(typed: string, answerHours: number, now: number): boolean {
  const closes = toMoment(typed);
  return closes !== "" && Date.parse(closes) < now + answerHours * hourMs;
}

/** Whether a member who reads of the deal as it opens, and has not committed before, can commit only once priority has ended. */
export function endsBeforeFirstCommitment(
  { opens_at, priority_until, priority_tiers, priority_share_percent }: PriorityValues,
  waitHours: number,
): boolean {
  const [opens, ends] = [toMoment(opens_at), toMoment(priority_until)];
  const hasPriority = priority_tiers.length > 0 && (readWholePercent(priority_share_percent) ?? 0) > 0;
  return hasPriority && opens !== "" && ends !== "" && Date.parse(ends) <= Date.parse(opens) + waitHours * hourMs;
}

type PriorityValues = Pick<TermsValues, "opens_at" | "priority_until" | "priority_share_percent"> & {
  priority_tiers: readonly string[];
};

function toTyped(moment: string): string {
  const { date, time } = toLondonTime(new Date(moment));
  return `${date}T${time}`;
}
