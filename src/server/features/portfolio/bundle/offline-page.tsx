import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { bundleMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";

const policy = "default-src 'none'; style-src 'unsafe-inline'";
const style = `body{font:16px/1.55 system-ui,sans-serif;color:#1b1a17;background:#fbf8f3;max-width:72rem;margin:2rem auto;padding:0 1.25rem}
h1{font-size:clamp(1.75rem,6vw,2.25rem);line-height:1.15}h1,h2{font-family:Georgia,serif;font-weight:400}h2{margin-top:2.5rem;border-top:1px solid #1b1a17;padding-top:.75rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .9rem .35rem 0;border-bottom:1px solid #e3dacb;overflow-wrap:break-word}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1.5rem}dt{color:#655f54}dd{margin:0}
.short{white-space:nowrap}code{overflow-wrap:anywhere;font-size:.75rem}.missing{color:#b83a08;font-weight:600}a{color:inherit}
@media screen and (max-width:40rem){thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr,td{display:block}tr{border-bottom:1px solid #1b1a17;padding:.5rem 0}td{border:0;padding:.15rem 0}td:empty{display:none}td::before{content:attr(data-column) ": ";color:#655f54}.short{white-space:normal}}
@media print{body{background:none;margin:0}.scroll{overflow:visible}table{font-size:.65rem}.short{white-space:normal}th,td{overflow-wrap:anywhere;padding-right:.4rem}tr{break-inside:avoid}}`;

/** Opens from a disk, without a network, a script or the club. */
export const offlinePage = (title: string, children: ReactNode): string =>
  `<!doctype html>${renderToStaticMarkup(
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta httpEquiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <style>{style}</style>
      </head>
      <body>
        <main>{children}</main>
      </body>
    </html>,
  )}`;

interface TableProps {
  label: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** Days and amounts stay on one line. */
const isShort = (cell: ReactNode): boolean => typeof cell === "string" && cell.length <= 12;

/** Scrolled sideways where it is wider than the screen, by keyboard too. On a phone each row is a list of its own. */
export function Table({ label, columns, rows }: TableProps) {
  if (rows.length === 0) return <p>{messages.nothing}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to take the focus
    <section className="scroll" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
            <tr key={index}>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
                <td key={place} data-column={columns[place]} className={isShort(cell) ? "short" : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
