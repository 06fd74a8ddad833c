import { buffer } from "node:stream/consumers";
import { renderToStaticMarkup } from "react-dom/server";
import { ZipFile } from "yazl";
import type { Club } from "#shared/settings/settings.ts";
import type { PersonData } from "./collect-data.ts";

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
            const file = `files/${part}-${index + 1}-${field}.${extensionOf(value)}`;
            zip.addBuffer(value, file);
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
h1,h2{font-family:Georgia,serif;font-weight:400}h2{margin-top:2.5rem;border-top:1px solid #1b1a17;padding-top:.75rem}
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
          As of {day}, times in UTC. Questions, corrections and complaints: {club.identity.contact_email}.
        </p>
        {Object.entries(data).map(([part, rows]) => (
          <section key={part}>
            <h2>{inWords(part)}</h2>
            {rows.length === 0 && <p>Nothing.</p>}
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
              <dl key={index}>
                {Object.entries(row).map(([field, value]) => (
                  <Entry key={field} field={field} value={value} />
                ))}
              </dl>
            ))}
          </section>
        ))}
      </body>
    </html>
  );
}

function Entry({ field, value }: { field: string; value: unknown }) {
  return (
    <>
      <dt>{inWords(field)}</dt>
      <dd>{asText(value)}</dd>
    </>
  );
}

const inWords = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

function asText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value instanceof Date)
    return value
      .toISOString()
      .replace("T", " ")
      .replace(/\.\d+Z$/, "");
  if (Array.isArray(value)) return value.map(asText).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
