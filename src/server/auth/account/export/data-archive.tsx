import { buffer } from "node:stream/consumers";
import { renderToStaticMarkup } from "react-dom/server";
import { ZipFile } from "yazl";
import { auditKindFacts } from "#shared/audit/audit.ts";
import { commitmentBandLabels, commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import { reconsentMessages } from "#shared/commitments/own-commitment-messages.ts";
import { dealSchemeLabels, interestLabels } from "#shared/deals/deal-messages.ts";
import { deliveryChannelLabels, shownMessages } from "#shared/deals/open-deal-messages.ts";
import { type PaperKind, paperLabels } from "#shared/funds/funds-completion-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { ledgerAccountLabels, ledgerKindLabels } from "#shared/funds/funds-messages.ts";
import { introductionStateWords } from "#shared/introductions/introduction-messages.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { topicWords } from "#shared/notices/notice-preferences-messages.ts";
import { noticeTexts } from "#shared/notices/notices.ts";
import { formatPence, formatPrice, inThousandths, withCommas, withTwoDecimals } from "#shared/pence.ts";
import { tierLabels } from "#shared/people/people-messages.ts";
import { documentPath, fileNamePart } from "#shared/portfolio/document-path.ts";
import { holdingLineKindLabels } from "#shared/portfolio/holding-imports-messages.ts";
import { reliefKindLabels } from "#shared/portfolio/year-end-messages.ts";
import type { Club } from "#shared/settings/settings.ts";
import { statementFlagLabels, statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import type { PersonData } from "./collect-data.ts";

type DataRow = Record<string, unknown>;

class FileInArchive {
  constructor(readonly path: string) {}

  toJSON(): string {
    return this.path;
  }
}

interface Entry {
  label: string;
  value: string | FileInArchive;
}

/** Rows are shown as people read them: name and day come first, ids are left out, sums are in pounds, words are those of the screens. */
interface ReadableRow {
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

/** The key names a field of one part, or of all parts. */
const words: Readonly<Record<string, Words>> = {
  "commitments.state": commitmentStateLabels,
  "introductions.state": introductionStateWords,
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
  commitments:
    "ceiling_pence reference due_pence called_at due_at grace_until held_at extended_at extension_reason".split(" "),
  notices: ["kind"],
  what_happened_to_commitments: ["ceiling_pence"],
  mail_refusals: ["email"],
};

/** A title is made of the names of what its row is about. In a profile the company is its owner's. */
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
const inWords = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]/g, " ").toLowerCase();

const labelOf = (field: string): string =>
  labels[field] ?? inWords(field.replace(/^is_/, "").replace(/_(at|on|pence|bp)$/, ""));

/** A notice, a mail and what is recorded are not made, they happen. */
const labelIn = (part: string, field: string): string =>
  part === "commitments" && field === "amount_pence"
    ? "Amount that you entered"
    : field === "created_at" && ["notices", "mails_of_the_last_days", "what_was_recorded"].includes(part)
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

/** @param logo a PNG, where the club has uploaded one. */
export async function dataArchive(
  data: PersonData,
  day: string,
  club: Club,
  logo?: Buffer | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const named = Object.fromEntries(
    Object.entries(data).map(([part, rows]) => [
      part,
      rows.map((row, index) =>
        Object.fromEntries(
          Object.entries(row).map(([field, value]) => {
            if (!Buffer.isBuffer(value)) return [field, value];
            const file = new FileInArchive(pathOf(part, row, { field, number: index + 1 }, extensionOf(value)));
            zip.addBuffer(value, file.path);
            return [field, file];
          }),
        ),
      ),
    ]),
  );
  zip.addBuffer(Buffer.from(JSON.stringify(named, null, 2)), "your-data.json");
  zip.addBuffer(Buffer.from(dataDocument({ data: named, day, club, logo })), "your-data.html");
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

/** Papers and statements are named as in a copy of everything that one holds. */
function pathOf(part: string, row: DataRow, place: { field: string; number: number }, extension: string): string {
  const id = String(row.id ?? "");
  if (part === "papers" && id) {
    const [kind, company_name] = [row.kind as PaperKind, row.company as string | null];
    return documentPath({ id, kind, dated_on: dayOf(row.dated_on), company_name }, extension);
  }
  if (part === "statements" && id) {
    const dated_on = dayOf(row.signed_at);
    return documentPath({ id, kind: "signed_statement", dated_on, company_name: null }, extension);
  }
  if (part === "pictures" && id) {
    const name = fileNamePart(String(row.name).replace(/\.\w+$/, ""));
    return `pictures/${dayOf(row.created_at)}-${name}-${id.slice(-8)}.${extension}`;
  }
  return `files/${part}-${place.number}-${place.field}.${extension}`;
}

const dayOf = (moment: unknown): string => (moment instanceof Date ? londonDate(moment) : String(moment));

/** Detected by magic bytes. */
function extensionOf(content: Buffer): string {
  if (content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpg";
  if (content.subarray(1, 4).toString("latin1") === "PNG") return "png";
  if (content.subarray(8, 12).toString("latin1") === "WEBP") return "webp";
  if (content.subarray(0, 5).toString("latin1") === "%PDF-") return "pdf";
  if (content.subarray(0, 9).toString("latin1") === "<!doctype") return "html";
  return "bin";
}

const style = `body{font:16px/1.6 system-ui,sans-serif;color:#1b1a17;background:#fbf8f3;max-width:60rem;margin:2rem auto;padding:0 1.25rem}
h1,h2,h3{font-family:Georgia,serif;font-weight:400}h3{margin:1.25rem 0 .25rem}a{color:inherit}h2{margin-top:2.5rem;border-top:1px solid #1b1a17;padding-top:.75rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1.5rem;border-bottom:1px solid #e3dacb;padding-bottom:1rem}
dt{color:#655f54}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}@media(max-width:30rem){dl{display:block}}`;

/** A self-contained HTML page that opens offline. */
const dataDocument = (props: DataDocumentProps): string =>
  `<!doctype html>${renderToStaticMarkup(<DataDocument {...props} />)}`;

interface DataDocumentProps {
  data: PersonData;
  day: string;
  club: Club;
  logo?: Buffer | undefined;
}

function DataDocument({ data, day, club, logo }: DataDocumentProps) {
  const title = `What ${club.identity.name} holds about you`;
  const parts = Object.entries(withoutDoubles(data));
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        {logo && <img src={`data:image/png;base64,${logo.toString("base64")}`} height={48} alt={club.identity.name} />}
        <h1>{title}</h1>
        <p>
          As of {formatDay(day)}, times in London. The file your-data.json has the same for programs, with the ids of
          the database. Questions, corrections and complaints: {club.identity.contact_email}.
        </p>
        {parts
          .filter(([, rows]) => rows.length > 0)
          .map(([part, rows]) => (
            <section key={part}>
              <h2>{headings[part] ?? inWords(part)}</h2>
              {rows.map((row, index) => {
                const { title, entries } = readableRow(part, row);
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
                  <article key={index}>
                    {title && <h3>{title}</h3>}
                    <dl>
                      {entries.map((entry) => (
                        <EntryRow key={entry.label} {...entry} />
                      ))}
                    </dl>
                  </article>
                );
              })}
            </section>
          ))}
        <h2>What the club holds nothing of</h2>
        <p>
          {parts
            .filter(([, rows]) => rows.length === 0)
            .map(([part]) => headings[part] ?? inWords(part))
            .join(" · ")}
        </p>
      </body>
    </html>
  );
}

function EntryRow({ label, value }: Entry) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {value instanceof FileInArchive ? (
          <a href={value.path}>{value.path.slice(value.path.lastIndexOf("/") + 1)}</a>
        ) : (
          value
        )}
      </dd>
    </>
  );
}

/** A part has a heading here where its name does not say enough. */
const headings: Readonly<Record<string, string>> = {
  admin_actions: "What admins did to your account",
  api_keys: "API keys",
  changes_of_email: "Changes of your email address",
  deletion_requests: "Your requests for deletion",
  import_by_an_admin: "Import by an admin",
  investor_record_openings: "Who opened your investor record",
  investor_records: "Your investor record",
  mail_consents: "What you agreed to be told by mail",
  mail_refusals: "Mails that your mail server refused",
  mails_of_the_last_days: "Mails of the last days",
  member_profile_submissions: "The profile that you sent in",
  member_profiles: "Your profile",
  memberships: "Your membership plans",
  notice_choices: "Which emails you chose",
  notice_mails: "Mails that bundle notices",
  statement_attempts: "Answers of statements that were not accepted",
  told_waiting: "What you were told waits for an admin",
  typed_holdings: "Shares that you typed",
  typed_prices: "Prices that you typed",
  typed_sales: "Sales that you typed",
  user_roles: "Your roles",
};

/** The profile that was sent in and approved says what the profile says. */
function withoutDoubles(data: PersonData): PersonData {
  const [profile] = data.member_profiles ?? [];
  if (!profile) return data;
  const submissions = data.member_profile_submissions?.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([field, value]) => JSON.stringify(profile[field]) !== JSON.stringify(value)),
    ),
  );
  return { ...data, ...(submissions && { member_profile_submissions: submissions }) };
}
