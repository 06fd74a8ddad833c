import { checklistItems } from "#shared/deals/deal-messages.ts";

const sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
const paragraph = "Software for accountants who close the books of small firms.";

/** By the names of fields; null where an answer has usually none. */
export const valuesByName: Record<string, unknown> = {
  next_cursor: null,
  cursor: "WyIyMDI2LTExLTIzIl0",
  name: "Priya Shah",
  full_name: "Priya Shah",
  new_email: "priya@ledgerlight.example",
  email: "priya@ledgerlight.example",
  contact_email: "club@kindling.example",
  google_email: "priya@ledgerlight.example",
  password: "many-small-sticks",
  current_password: "many-small-sticks",
  new_password: "lanterns on the pier",
  code: "123456",
  totp: "123456",
  token: "kX3vJt0aQm8sYw5bHc2dLp",
  access_token: "eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiIwMTk5In0.c2lnbmF0dXJl",
  refresh_token: "kX3vJt0aQm8sYw5bHc2dLp",
  position: "Founder",
  company: "Ledgerlight",
  company_name: "Alder Analytics",
  deal_name: "Alder Analytics, seed",
  round_name: "Seed",
  location: "London",
  country: "GB",
  place: "Leeds",
  deals_per_year: "8",
  weeks_to_close_for_founders: "8",
  bio: paragraph,
  services_offered: "A second pair of eyes on a set of accounts.",
  expertise: "Accounting",
  sector: "Software",
  one_line: paragraph,
  description: paragraph,
  title: "Autumn evening",
  slug: "autumn-evening",
  time: "18:30–20:30",
  reason: "Asked for by the member.",
  question: "Why did the two practices leave?",
  answer: "They merged with a firm that has software of its own.",
  company_number: "12345678",
  website: "https://ledgerlight.example/",
  linkedin_url: "https://www.linkedin.com/in/priya-shah",
  website_url: "https://ledgerlight.example/",
  profile_image_url: "https://ledgerlight.example/priya.webp",
  url: "https://kindling.example/",
  href: "https://kindling.example/",
  join_url: "https://meet.example/alder",
  price: "1.25",
  issue_price: "1.25",
  share_class: "Ordinary",
  quarter: "2026-Q3",
  bank: "Bank of the North",
  account_name: "Alder Analytics Ltd",
  sort_code: "12-34-56",
  account_number: "12345678",
  reference: "ALDER-0042",
  sha256,
  page_sha256: sha256,
  input_sha256: sha256,
  ledger_sha256: sha256,
  media_type: "application/pdf",
  file_name: "deck.pdf",
  version_label: "2026-1",
  limit: 24,
  count: 12,
  shares: 4000,
  new_shares: 10,
  old_shares: 1,
  date_of_birth: "1984-03-17",
  device: "Firefox on Linux",
  tier: "premium",
  on: "2026-11-23",
  as_of: "2026-11-23",
  day: "2026-11-23",
  since: "2026-11-23",
  held_since: "2026-11-23",
  until: "2027-02-01",
  ends_at: "2026-11-23T20:30:00.000Z",
  priority_until: "2026-11-30T18:30:00.000Z",
  closes_at: "2026-12-14T18:30:00.000Z",
  completion_expected_on: "2027-01-29",
};

const webAddress = "https://kindling.example/";
const richText = {
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text: paragraph }] }],
};

/** Of schemas that are better shown whole. */
export const wholeExamples: Record<string, unknown> = {
  RichTextDocument: richText,
  VersionInput: { checklist: checklistItems },
};

/** Fields that have to agree with others of their schema. */
export const corrections: Record<string, Record<string, unknown>> = {
  InterestInput: { level: "likely", reason: null },
  InvestorRecordUpdate: { country: "GB" },
  NewTerms: { use_of_funds: [{ what: "Two engineers", percent: 100 }] },
  StatementFormInput: {
    content: {
      title: "Statement for a high-net-worth investor",
      blocks: [{ style: "paragraph", runs: [{ text: "I make this statement.", is_bold: true }] }],
      conditions: [
        {
          key: "income",
          runs: [{ text: "I had an annual income of this amount.", is_bold: false }],
          fields: [{ key: "amount", label: "Income, in pounds", least: 100_000, nearest: 10_000 }],
        },
      ],
      none_text: "None of these apply to me.",
      declarations: [{ key: "risk", runs: [{ text: "I can lose all that I invest.", is_bold: false }] }],
    },
  },
  TypedHoldingInput: { cost_pence: 500_000 },
  PublicSettings: {
    links: { linkedin: webAddress, founder_enquiry: webAddress, booking: webAddress, ai_search: webAddress },
    nominee: {
      name: "Sample Nominee Services Ltd",
      company_number: "00000000",
      address: ["2 Sample Street", "London"],
    },
    price_ages: { fresh: 6, ageing: 12, stale: 24 },
    plans: [],
  },
};
