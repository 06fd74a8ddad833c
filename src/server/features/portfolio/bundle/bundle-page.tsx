import { Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { formatFigure } from "#shared/company-updates/company-figure-words.ts";
import { quarterName } from "#shared/company-updates/company-quarters.ts";
import type { CompanyUpdate } from "#shared/company-updates/company-updates.ts";
import { figureLabels, figureNames } from "#shared/company-updates/company-updates-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { bundleMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";
import { documentLabel } from "#shared/portfolio/own-documents-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import {
  figureMessages,
  memberWords,
  ownPortfolioMessages,
  unissuedWords,
  worthWords,
} from "#shared/portfolio/portfolio-page-messages.ts";
import { addressLines } from "#shared/postal-lines.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { CsvFile } from "../../../platform/http/csv-stream.ts";
import type { Contact, Copy } from "./bundle-queries.ts";

interface BundlePage {
  identity: Club["identity"];
  nominee: Club["nominee"];
  legalName: string | null;
  moment: string;
  figures: Portfolio;
  /** Holdings, flows, prices: what every figure follows from. */
  tables: readonly CsvFile[];
  files: readonly { name: string; label: string }[];
  contacts: readonly Contact[];
  copies: readonly Copy[];
  updates: readonly WrittenUpdate[];
}

/** What a company wrote of a quarter, as a page of the archive. */
export interface WrittenUpdate {
  company: string;
  quarter: string;
  sent_at: string;
  path: string;
  /** The path is that of the update's letter; null without one. */
  letter: string | null;
}

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

const dayOf = (moment: string): string => formatDay(londonDate(new Date(moment)));

export const bundlePage = (props: BundlePage): string =>
  offlinePage(messages.heading(props.identity.name), <BundleDocument {...props} />);

function BundleDocument(props: BundlePage) {
  const { identity, nominee, legalName, moment, figures, tables, files, contacts, copies, updates } = props;
  const title = messages.heading(identity.name);
  const lacking = copies.filter(({ state }) => state !== "whole").length;
  const headings = [messages.holdings, messages.flows, messages.prices];
  return (
    <>
      <h1>{title}</h1>
      <p>
        {legalName && `${legalName}. `}
        {messages.asOf(moment)}
      </p>
      <p className={lacking > 0 ? "missing" : undefined}>{lacking > 0 ? messages.notWhole(lacking) : messages.whole}</p>
      <p>{messages.noPowers}</p>
      <Figures portfolio={figures} />
      {tables.map((table, index) => (
        <Section key={table.name} heading={headings[index] ?? table.name}>
          <Table label={headings[index] ?? table.name} {...withoutLot(table)} />
        </Section>
      ))}
      <Section heading={messages.contacts}>
        <p>{messages.contactsText}</p>
        <Table
          label={messages.contacts}
          columns={[
            ...[messages.company, messages.number, messages.website, messages.place],
            ...[messages.heldBy, messages.held, messages.certificate],
          ]}
          rows={contacts.map((contact) => [
            ...[contact.company_name, contact.company_number, <Website key="website" url={contact.website} />],
            ...[contact.place, nominee.name ?? contact.nominee, contact.vehicle, contact.certificate_number],
          ])}
        />
        <h3>{messages.nominee}</h3>
        <Nominee nominee={nominee} />
        <h3>{messages.club}</h3>
        <p>
          {identity.operator}, {identity.company_number}
          <br />
          {addressLines(identity.address).join(", ")}
          <br />
          {identity.contact_email}
        </p>
      </Section>
      <Section heading={messages.documents}>
        <Table
          label={messages.documents}
          columns={[messages.document, messages.company, messages.dated, messages.sum]}
          rows={copies.map((copy) => [
            <Document key="document" copy={copy} />,
            [copy.company_name, copy.deal_name].filter(Boolean).join(", "),
            formatDay(copy.dated_on),
            <code key="sum">{copy.sha256}</code>,
          ])}
        />
        <p>{messages.notInIt}</p>
      </Section>
      <Section heading={messages.updates}>
        <Table
          label={messages.updates}
          columns={[messages.company, messages.quarter, messages.sentOn, messages.letter]}
          rows={updates.map(({ company, quarter, sent_at, path, letter }) => [
            company,
            <a key="update" href={path}>
              {quarterName(quarter)}
            </a>,
            dayOf(sent_at),
            letter && (
              <a key="letter" href={letter}>
                {messages.letter}
              </a>
            ),
          ])}
        />
      </Section>
      <Section heading={messages.files}>
        <ul>
          {files.map(({ name, label }) => (
            <li key={name}>
              <a href={name}>{label}</a>
            </li>
          ))}
          <li>
            <a href={messages.sumsName}>{messages.sumsName}</a>
          </li>
        </ul>
      </Section>
    </>
  );
}

function Nominee({ nominee: { name, company_number, address } }: Pick<BundlePage, "nominee">) {
  const lines = [name, company_number && messages.nomineeOf(company_number), addressLines(address).join(", ")].filter(
    Boolean,
  );
  return (
    <>
      {lines.length > 0 && (
        <p>
          {lines.map((line) => (
            <Fragment key={line}>
              {line}
              <br />
            </Fragment>
          ))}
        </p>
      )}
      {(name === null || address.length === 0) && <p>{messages.nomineeUnknown}</p>}
    </>
  );
}

function Figures({ portfolio: { figures, unissued } }: { portfolio: Portfolio }) {
  return (
    <Section heading={ownPortfolioMessages.figures}>
      <dl>
        <dt>{memberWords.paidIn}</dt>
        <dd>{formatPence(figures.paid_in_pence)}</dd>
        <dt>{memberWords.received}</dt>
        <dd>{formatPence(figures.received_pence)}</dd>
        <dt>{figureMessages.value}</dt>
        <dd>
          {worthWords(figures.value_pence, figures.range_pence)}
          {figures.range_pence > 0 && `. ${figureMessages.range(formatPence(figures.range_pence))}`}
        </dd>
      </dl>
      {unissued.length > 0 && <p>{unissuedWords(unissued)}</p>}
    </Section>
  );
}

/** Without the lot's id, which is for spreadsheets and only in the CSV file. */
function withoutLot({ columns, rows }: CsvFile): Pick<CsvFile, "columns" | "rows"> {
  const place = columns.indexOf("Lot");
  const kept = (_cell: string, index: number) => index !== place;
  return { columns: columns.filter(kept), rows: rows.map((row) => row.filter(kept)) };
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section>
      <h2>{heading}</h2>
      {children}
    </section>
  );
}

function Document({ copy }: { copy: Copy }) {
  const label = documentLabel(copy);
  return (
    <>
      {copy.path === null ? label : <a href={copy.path}>{label}</a>}
      {copy.state !== "whole" && <div className="missing">{messages.state[copy.state]}</div>}
    </>
  );
}

/** A text that a founder typed leads only to a website. */
function Website({ url }: { url: string | null }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <>{url}</>;
  return (
    <a href={url} rel="noopener noreferrer nofollow">
      {url}
    </a>
  );
}

interface UpdatePage {
  company: string;
  update: CompanyUpdate;
  /** Of its letter, in the archive; null without one. */
  letter: string | null;
}

/** What a company wrote of a quarter, without an offer, which is read in the club alone. */
export const updatePage = ({ company, update, letter }: UpdatePage): string => {
  const { quarter, text, sent_at, corrects_sent_at } = update;
  const title = `${company}, ${quarterName(quarter)}`;
  const rows = figureNames.flatMap((name) => {
    const value = update[name];
    return value === null ? [] : [[figureLabels[name], formatFigure(name, value)]];
  });
  return offlinePage(
    title,
    <>
      <h1>{title}</h1>
      <p>
        {messages.sentOn} {dayOf(sent_at)}. {corrects_sent_at && messages.corrected(dayOf(corrects_sent_at))}
      </p>
      {rows.length > 0 && <Table label={title} columns={[messages.figure, messages.amount]} rows={rows} />}
      {text?.split("\n").map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once.
        <p key={index}>{line}</p>
      ))}
      {letter && (
        <p>
          <a href={`../${letter}`}>{messages.letter}</a>
        </p>
      )}
      <p>
        <a href={`../${messages.indexName}`}>{messages.backToIndex}</a>
      </p>
    </>,
  );
};
