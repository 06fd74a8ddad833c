import { auditKindFacts } from "#shared/audit/audit.ts";
import { commitmentBandLabels, commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import { reconsentMessages } from "#shared/commitments/own-commitment-messages.ts";
import { dealSchemeLabels, interestLabels } from "#shared/deals/deal-messages.ts";
import { deliveryChannelLabels, shownMessages } from "#shared/deals/open-deal-messages.ts";
import { paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { ledgerAccountLabels, ledgerKindLabels } from "#shared/funds/funds-messages.ts";
import { formatDay, formatMoment } from "#shared/london-time.ts";
import { topicWords } from "#shared/notices/notice-preferences-messages.ts";
import { noticeTexts } from "#shared/notices/notices.ts";
import { formatPence, formatPrice, inThousandths, withCommas, withTwoDecimals } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { holdingLineKindLabels } from "#shared/portfolio/holding-imports-messages.ts";
import { reliefKindLabels } from "#shared/portfolio/year-end-messages.ts";
import { statementFlagLabels, statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { type DataRow, FileInArchive } from "./file-in-archive.ts";

export interface Entry {
  label: string;
  value: string | FileInArchive;
}

/** As people read it: whose or what it is and its day first, without ids, with sums in pounds and the words of the screens. */
export interface ReadableRow {
  title: string;
  entries: Entry[];
}

type Words = Readonly<Record<string, string>>;

const mailStates: Words = {
  created: "Waiting",
  retry: "Waiting",
  active: "Being sent",
  completed: "Sent",
  cancelled: "Not sent",
  failed: "Not sent",
};

/** The figures that were typed are not kept. */
const attemptOutcomes: Words = {
  refused: "Refused: a figure was below the least that the form asks for. The figure itself is not kept.",
  contradiction: "Refused: a condition was answered Yes, and also that none applies. The answers are not kept.",
  declined: "Nothing signed: you answered that no condition applies.",
};

/** Of a field in a part, or in all parts. */
const words: Readonly<Record<string, Words>> = {
  "commitments.state": commitmentStateLabels,
  "mails_of_the_last_days.state": mailStates,
  "papers.kind": paperLabels,
  "statement_attempts.outcome": attemptOutcomes,
  "reliefs_you_recorded.kind": reliefKindLabels,
  "statements.kind": statementKindLabels,
  "statements.state": statementStateLabels,
  "what_was_booked_for_you.kind": ledgerKindLabels,
  "what_was_imported_for_you.kind": holdingLineKindLabels,
  "what_was_recorded.kind": Object.fromEntries(Object.entries(auditKindFacts).map(([kind, { name }]) => [kind, name])),
  "what_you_got_for_shares.kind": exitKindLabels,
  account: ledgerAccountLabels,
  band: commitmentBandLabels,
  channel: deliveryChannelLabels,
  flags: statementFlagLabels,
  level: interestLabels,
  scheme: dealSchemeLabels,
  tier: tierLabels,
  topic: Object.fromEntries(Object.entries(topicWords).map(([topic, { label }]) => [topic, label])),
};

/** Their values are names of the database: "no_consent" is "No consent". */
const isNamed = new Set([
  ...[
    "choice",
    "kind",
    "mail",
    "method",
    "outcome",
    "provider",
    "reason_code",
    "role",
    "scope",
    "state",
    "status",
    "way",
  ],
]);

const labels: Readonly<Record<string, string>> = {
  acted_at: "When",
  added_at: "When",
  amount_pence: "Sum",
  as_of: "As of",
  asked_by_yourself: "You asked",
  bio: "Bio",
  by_yourself: "By yourself",
  ceiling_pence: "Most that the shares cost",
  certificate_number: "Certificate",
  changed_at: "Changed",
  content: "File",
  created_at: "Made",
  due_at: "Due by",
  due_pence: "To pay",
  fee_bp: "Fee rate",
  guest_name: "Guest",
  ip_address: "IP address",
  is_complete: "Complete",
  is_uk_taxpayer: "UK taxpayer",
  linkedin_url: "LinkedIn",
  needed_until: "Needed by statements and commitments until (how long the law keeps it then is on the account page)",
  opened_by_name: "Opened by",
  page_sha256: "Hash",
  paid_pence: "Paid to you",
  pence: "Sum",
  profile_image_url: "Address of the picture",
  channel: "How",
  delivered_at: "When",
  terms_number: "Terms",
  version_label: "Form",
  state_since: "In this state since",
  two_factor_sign_in: "Two-factor sign-in",
  uir: "UIR",
  until_date: "Until",
  from_date: "From",
  user_agent: "Browser or program",
  viewer_name: "Who",
  website_url: "Website",
};

/** For machines, or derived from what is shown beside it. */
const isHidden = (field: string): boolean =>
  /(^|_)ids?$|_by$|^(sha256|content_type|size_bytes|search_text|expertise_keys|told_sequence|entry_changes|news|turn|terms_set_at)$/.test(
    field,
  ) || /^(is_listed|is_membership_open|line_number)$/.test(field);

/** Shown in another part of the page. */
const doubles: Readonly<Record<string, readonly string[]>> = {
  commitments: "reference due_pence called_at due_at grace_until held_at extended_at extension_reason".split(" "),
  notices: ["kind"],
  mail_refusals: ["email"],
};

/** What a row is about, of whose names a title is made. In a profile the company is its owner's. */
const namesOf = (part: string): readonly string[] =>
  part.startsWith("member_profile") ? [] : ["company", "event", "with_whom"];

export function readableRow(part: string, row: DataRow): ReadableRow {
  const naming = namesOf(part);
  const name = naming.flatMap((field) =>
    field in row ? [text(row[field]) ?? (field === "company" ? shownMessages.hidden : "Somebody who left")] : [],
  );
  const day = Object.entries(row).find(([field, value]) => dayOfRow(field) && isDay(value));
  const entries = Object.entries(row).flatMap(([field, value]): Entry[] => {
    if (isHidden(field) || doubles[part]?.includes(field) || naming.includes(field)) return [];
    const written = value instanceof FileInArchive ? value : valueWords(part, field, value, row);
    return written ? [{ label: labelIn(part, field), value: written }] : [];
  });
  if (part === "notices" && !row.text) {
    const general = (noticeTexts as Words)[String(row.kind)];
    if (general) entries.unshift({ label: "Text", value: general });
  }
  return { title: [...name, ...(day ? [dayWords(day[1])] : [])].join(", "), entries };
}

/** When it was done, and not until when it lasts or since when it is so. */
const dayOfRow = (field: string): boolean =>
  !isHidden(field) &&
  !/^(date_of_birth|terms_set_at|state_since|valid_through|needed_until|retain_until)$|(_until|expires_at|due_at)$/.test(
    field,
  );

/** "was_paid_on" is "Was paid on". */
export const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ").toLowerCase();

const labelOf = (field: string): string =>
  labels[field] ?? inWords(field.replace(/^is_/, "").replace(/_(at|on|pence|bp)$/, ""));

/** A notice, a mail and what is recorded are not made, they happen. */
const labelIn = (part: string, field: string): string =>
  field === "created_at" && ["notices", "mails_of_the_last_days", "what_was_recorded"].includes(part)
    ? "When"
    : labelOf(field);

const text = (value: unknown): string | undefined => (typeof value === "string" && value ? value : undefined);

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const isDay = (value: unknown): value is string | Date =>
  value instanceof Date || (typeof value === "string" && day.test(value));
const dayWords = (value: unknown): string =>
  value instanceof Date ? (formatMoment(value).split(",")[0] ?? "") : formatDay(String(value));

/** @returns undefined for what says nothing. */
function valueWords(part: string, field: string, value: unknown, row: DataRow): string | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value instanceof Date) return formatMoment(value);
  if (Array.isArray(value)) return joined(value.map((each) => valueWords(part, field, each, row)));
  if (typeof value === "object") return joined(detailWords(part, value as DataRow), "; ");
  if (/(^|_)pence$/.test(field)) return formatPence(Number(value));
  if (/_bp$/.test(field)) return `${inThousandths(Number(value) / 100)}%`;
  if (/(^|_)price$/.test(field)) return formatPrice(withTwoDecimals(String(value)));
  if (field === "terms_number") {
    const setOn = row.terms_set_at;
    return [reconsentMessages.version(Number(value)), ...(setOn instanceof Date ? [dayWords(setOn)] : [])].join(", ");
  }
  if (typeof value === "number" || typeof value === "bigint") return withCommas(String(value));
  return stringWords(part, field, String(value));
}

function stringWords(part: string, field: string, value: string): string | undefined {
  if (uuid.test(value)) return undefined;
  const known = words[`${part}.${field}`]?.[value] ?? words[field]?.[value];
  if (known) return known;
  if (day.test(value)) return formatDay(value);
  if (moment.test(value)) return formatMoment(new Date(value));
  return isNamed.has(field) && /^[a-z][a-z_-]*$/.test(value) ? inWords(value) : value;
}

const detailWords = (part: string, details: DataRow): (string | undefined)[] =>
  Object.entries(details).map(([field, value]) => {
    const written = isHidden(field) ? undefined : valueWords(`${part}.details`, field, value, details);
    return written && `${labelOf(field)}: ${written}`;
  });

const joined = (parts: readonly (string | undefined)[], between = ", "): string | undefined =>
  parts.filter(Boolean).join(between) || undefined;
