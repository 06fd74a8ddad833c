import { buffer } from "node:stream/consumers";
import { renderToStaticMarkup } from "react-dom/server";
import { ZipFile } from "yazl";
import type { PaperKind } from "#shared/funds/funds-completion-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { documentPath, fileNamePart } from "#shared/portfolio/document-path.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { PersonData } from "./collect-data.ts";
import { type DataRow, FileInArchive } from "./file-in-archive.ts";
import { type Entry, inWords, readableRow } from "./readable-row.ts";

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

/** Where the name of the part says it not well enough. */
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
