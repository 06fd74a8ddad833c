import { adminName } from "#shared/people/person-name.ts";
import type { DealRecord } from "./deals.ts";

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

type Founders = DealRecord["company"]["founders"];

const founderNotTold = (founders: Founders): string =>
  founders.some(({ email }) => email)
    ? "This site sends the founder no email. Please write to them yourself."
    : "This site sends the founder no email, and no email address of a founder is known. You can add one with Edit company, under Founders.";
const answerText = (founders: Founders | undefined): string =>
  `It leaves the enquiries. The decision is recorded with your name. ${founders ? founderNotTold(founders) : ""}`.trimEnd();

export const dealDeskMessages = {
  addCompany: "Add a company",
  days: (number: number) => (number === 0 ? "Today" : count(number, "day", "days")),
  daysLate: (number: number) => `${count(number, "working day", "working days")} late`,
  notSaid: "Not said",
  nobody: "Nobody yet",
  loading: "Loading the deals",

  move: "Move to",
  moves: (company: string, state: string) => ({
    title: `Move ${company}`,
    text: `It is in ${state}. The move is recorded with your name.`,
    submit: "Move",
  }),
  founderNotTold,
  answers: {
    parked: (company: string, founders: Founders | undefined) => ({
      title: `Answer ${company} later`,
      text: answerText(founders),
      submit: "Later",
    }),
    declined: (company: string, founders: Founders | undefined) => ({
      title: `Decline ${company}`,
      text: answerText(founders),
      submit: "Decline",
    }),
  },
} as const;

export const companyMessages = {
  edit: "Edit",
  year: "Please enter a year, such as 2019",
} as const;

export const enquiryImportMessages = {
  title: "Import enquiries",
  read: ({ fresh, known, refused }: { fresh: number; known: number; refused: number }, file: string) =>
    `${count(fresh + known + refused, "enquiry", "enquiries")} in ${file}: ${[`${fresh} new`, known > 0 && `${known} here already`, refused > 0 && `${refused} refused`].filter(Boolean).join(", ")}`,
  noneNew: "The companies of all these rows are here already: there is nothing to import.",
  submit: (rows: number) => `Import ${count(rows, "enquiry", "enquiries")}`,
  noName: "No company",
  labels: { fresh: "New", added: "Added", exists: "Exists already", refused: "Refused" },
} as const;

/** The header of the file, in its order. */
export const enquiryColumns = {
  name: "Company",
  company_number: "Company number",
  country: "Country",
  one_line: "What it does",
  website: "Website",
  sector: "Sector",
  place: "Place",
  founder: "Founder",
  founder_email: "Founder email",
  round_name: "Round",
  enquired_on: "Enquired on",
  note: "Note",
} as const;

export const dealRecordMessages = {
  loading: "Loading this deal",
  record: "Record",
  company: "Company and who works on it",
  page: "Page",
  terms: "Terms",
  room: "Documents",
  versions: "Versions",
  questions: "Questions",
  call: "Call",
  moves: "Moves",
  notes: "Notes",
  interest: "Interest",
  mails: "Emails",
  next: "Next step",
  moved: (from: string | null, to: string) => (from ? `${from} to ${to}` : `Added as ${to}`),
  by: (name: string | null) => `by ${adminName(name)}`,
  movedBy: ({ moved_by_name, is_by_clock }: Pick<DealRecord["moves"][number], "moved_by_name" | "is_by_clock">) =>
    is_by_clock ? "by the clock" : dealRecordMessages.by(moved_by_name),
  closingStep: (step: "announced" | "confirmed" | "proposed", at: string, instead: string) =>
    `Closing ${step}: ${at}, not ${instead}`,
  noteLabel: "New note",
} as const;

export const pagePartMessages = {
  round: "Round",
  why: "Why we like it",
  whyNot: "What would make it fail",
  length: (points: number, words: number) => `${count(points, "point", "points")}, ${count(words, "word", "words")}`,
  point: (list: string) => (number: number) => `${list}, point ${number}`,
  team: "Team",
  traction: "Traction",
  schemeNote: "On the scheme and its relief",
} as const;

export const termsPartMessages = {
  form: "New terms",
  groups: {
    allocation: "Allocation",
  },
  risk: (number: number) => `Risk ${number}`,
} as const;

export const termLabels = {
  scheme: "Scheme",
  instrument: "Instrument",
  share_class: "Share class",
  rights: "Rights",
  price: "Price of a share",
  pre_money_pence: "Pre-money valuation",
  round_total_pence: "Whole round",
  club_minimum_pence: "The club’s minimum",
  club_maximum_pence: "The club’s maximum",
  minimum_commitment_pence: "Smallest commitment",
  assurance: "Advance assurance",
  assurance_on: "Given on",
  seis_raised_pence: "Raised ever under SEIS, before this round",
  schemes_raised_pence: "Raised ever under all schemes, before this round",
  schemes_raised_year_pence: "Of that, in the 12 months before this round",
  use_of_funds: "Use of funds",
  other_investors: "Who else invests",
  club_invests: "What the club and its founders put in",
  conflicts: "Conflicts of interest",
  vehicle: "Who holds the shares, and how",
  risks: "Risks",
  allocation_method: "Allocated",
  priority_share_percent: "Share for members with priority, per cent",
  priority_tiers: "Plans with priority",
  opens_at: "Opens",
  priority_until: "Priority until",
  closes_at: "Closes",
  completion_expected_on: "Completion expected on",
} as const;

export const versionsPartMessages = {
  freezeTitle: "Sign the offer",
  version: (number: number) => `Version ${number}`,
  contentLabels: {
    company: "Company",
  },
  /** The place of a refused text: "Why we like it, 2". */
  place: (label: string, number: number | null) => (number === null ? label : `${label}, ${number}`),
} as const;
