import { Fragment, type ReactNode } from "react";
import { quarterName } from "#shared/company-updates/company-quarters.ts";
import { formatDay } from "#shared/london-time.ts";
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
import { offlinePage, Table } from "./offline-page.tsx";
import { dayOf } from "./update-page.tsx";

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
