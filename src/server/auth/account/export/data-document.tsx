import { renderToStaticMarkup } from "react-dom/server";
import { club } from "#shared/club.ts";
import type { PersonData } from "./collect-data.ts";

const style = `body{font:16px/1.6 system-ui,sans-serif;color:#1b1a17;background:#fbf8f3;max-width:60rem;margin:2rem auto;padding:0 1.25rem}
h1,h2{font-family:Georgia,serif;font-weight:400}h2{margin-top:2.5rem;border-top:1px solid #1b1a17;padding-top:.75rem}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1.5rem;border-bottom:1px solid #e3dacb;padding-bottom:1rem}
dt{color:#655f54}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}@media(max-width:30rem){dl{display:block}}`;

/** A self-contained HTML page that opens offline. */
export function dataDocument(data: PersonData, day: string): string {
  return `<!doctype html>${renderToStaticMarkup(<DataDocument data={data} day={day} />)}`;
}

function DataDocument({ data, day }: { data: PersonData; day: string }) {
  const title = `What ${club.product} holds about you`;
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>
          As of {day}, times in UTC. Questions, corrections and complaints: {club.contactEmail}.
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
