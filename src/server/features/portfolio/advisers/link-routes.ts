import type { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { sql } from "kysely";
import {
  type LedgerAccount,
  type LedgerKind,
  ledgerAccountLabels,
  ledgerKindLabels,
} from "#shared/funds/funds-messages.ts";
import { plainPounds } from "#shared/pence.ts";
import {
  type AdviserView,
  adviserReadSchema,
  adviserTokenSchema,
  adviserViewSchema,
  adviserYearEndSchema,
} from "#shared/portfolio/adviser-seats.ts";
import { adviserPaperLabel, adviserSeatMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { deviceName } from "../../../auth/account/device-name.ts";
import type { Caller, Environment } from "../../../context.ts";
import { fileResponse } from "../../../platform/files/file-response.ts";
import { clientAddress } from "../../../platform/http/client-address.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { type CsvFile, csvFile } from "../../../platform/http/csv-stream.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { describeCompany, describePortfolio } from "../describe-portfolio.ts";
import { portfolioFiles } from "../portfolio-csv.ts";
import { dayOf, today } from "../portfolio-day.ts";
import { type HeldRows, type OwnPortfolio, toPortfolio } from "../portfolio-queries.ts";
import { yearEndCsv } from "../year-end/year-end-csv.ts";
import { yearEndOf, yearEndPdf } from "../year-end/year-end-routes.ts";
import { hashOfToken } from "./seat-token.ts";

const route = routesOf("Portfolio");

const read = route("post", "/adviser-links/read", {
  name: "readAdviserLink",
  summary: "What an adviser's link shows",
  audience: "anyone",
  body: adviserReadSchema,
  answer: adviserViewSchema,
  refuses: ["invalid_token", "rate_limited"],
});

const holdings = route("post", "/adviser-links/holdings.csv", {
  name: "exportHoldingsByLink",
  summary: "The holdings that an adviser's link shows, as a CSV file",
  audience: "anyone",
  body: adviserTokenSchema,
  file: "text/csv",
  refuses: ["invalid_token", "rate_limited"],
});

const flows = route("post", "/adviser-links/flows.csv", {
  name: "exportFlowsByLink",
  summary: "The flows that an adviser's link shows, as a CSV file",
  audience: "anyone",
  body: adviserTokenSchema,
  file: "text/csv",
  refuses: ["invalid_token", "rate_limited"],
});

const valuations = route("post", "/adviser-links/valuations.csv", {
  name: "exportValuationsByLink",
  summary: "The valuations that an adviser's link shows, as a CSV file",
  audience: "anyone",
  body: adviserTokenSchema,
  file: "text/csv",
  refuses: ["invalid_token", "rate_limited"],
});

const ledger = route("post", "/adviser-links/ledger.csv", {
  name: "exportOwnLedgerByLink",
  summary: "The member's own ledger entries, as a CSV file, by an adviser's link",
  audience: "anyone",
  body: adviserTokenSchema,
  file: "text/csv",
  refuses: ["invalid_token", "not_found", "rate_limited"],
});

const yearEndCsvFile = route("post", "/adviser-links/year-end.csv", {
  name: "exportYearEndByLink",
  summary: "A tax year of what an adviser's link shows, as a CSV file",
  audience: "anyone",
  body: adviserYearEndSchema,
  file: "text/csv",
  refuses: ["invalid_token", "rate_limited"],
});

const yearEndPdfFile = route("post", "/adviser-links/year-end.pdf", {
  name: "getYearEndPdfByLink",
  summary: "A tax year of what an adviser's link shows, as a PDF",
  audience: "anyone",
  body: adviserYearEndSchema,
  file: "application/pdf",
  refuses: ["invalid_token", "rate_limited", "files_busy"],
});

const openPaper = route("post", "/adviser-links/papers/{id}", {
  name: "getPaperByLink",
  summary: "A paper that an adviser's link shows, as a file",
  audience: "anyone",
  params: idParameter,
  body: adviserTokenSchema,
  file: "application/pdf",
  refuses: ["invalid_token", "range_not_satisfiable", "rate_limited", "files_unavailable"],
});

export const adviserLinkRoutes = createRouter()
  .openapi(read, async (c) => {
    const { token, on } = c.req.valid("json");
    const day = dayOf(c.var, on);
    const { seat, own, papers } = await readAsAdviser(c.var, requestOf(c, token));
    // The member's own tasks are not the adviser's to see.
    const portfolio = { ...describePortfolio(own, [], day), next: [] };
    const companies = portfolio.companies.flatMap(({ company_id }) => describeCompany(own, company_id, day) ?? []);
    const { id: _id, user_id: _member, new_device_opening_id: _opening, ...shown } = seat;
    const expires_at = new Date(seat.expires_at).toISOString();
    const tax_years = yearEndOf(own, undefined, today(c.var)).years;
    return c.json({ seat: { ...shown, expires_at }, portfolio, companies, papers, tax_years }, 200);
  })
  .openapi(holdings, async (c) => c.body(...(await fileOf(c, "holdings", c.req.valid("json").token))) as never)
  .openapi(flows, async (c) => c.body(...(await fileOf(c, "flows", c.req.valid("json").token))) as never)
  .openapi(valuations, async (c) => c.body(...(await fileOf(c, "valuations", c.req.valid("json").token))) as never)
  .openapi(ledger, async (c) => {
    const { seat, ledger: entries } = await readAsAdviser(c.var, requestOf(c, c.req.valid("json").token));
    if (!seat.shows_papers) throw notFound("ledger");
    return c.body(...(await csvFile(c.var, ownLedgerCsv(entries)))) as never;
  })
  .openapi(yearEndCsvFile, async (c) => {
    const { pack } = await readYearEnd(c, c.req.valid("json"));
    return c.body(...(await csvFile(c.var, yearEndCsv(pack)))) as never;
  })
  .openapi(yearEndPdfFile, async (c) => {
    const { pack, seat } = await readYearEnd(c, c.req.valid("json"));
    const asker = { who: `adviser seat ${seat.id}`, name: seat.member_name };
    return c.body(...(await yearEndPdf(c.var.dependencies, pack, asker))) as never;
  })
  .openapi(openPaper, async (c) => {
    const { token } = c.req.valid("json");
    const { papers } = await readAsAdviser(c.var, requestOf(c, token));
    const paper = papers.find(({ id }) => id === c.req.valid("param").id);
    const file = paper && (await c.var.dependencies.openAdviserPaper(token, paper.id));
    if (!file) throw notFound("paper");
    const name = `${paper.company_name} ${adviserPaperLabel(paper)} ${paper.dated_on}.pdf`;
    const headers = { "cache-control": "private, no-store", "content-disposition": attachment(name) };
    return (await fileResponse(c, file, headers)) as never;
  });

interface AdviserRequest {
  token: string;
  /** The wrong links of this address are counted. */
  address: string;
  userAgent: string | undefined;
}

interface Shown extends HeldRows {
  seat: AdviserView["seat"] & { id: string; user_id: string; new_device_opening_id: string | null };
  papers: AdviserView["papers"];
  ledger: OwnLedgerEntry[];
}

interface AdviserReading extends Pick<Shown, "seat" | "papers" | "ledger"> {
  own: OwnPortfolio;
}

const linkInvalid = () => new HttpError("invalid_token", messages.linkInvalid);

/**
 * Reads what the link shows to anybody who follows it; this is recorded in the same statement. The member is told of a device
 * that is new.
 * @throws HttpError 400 invalid_token, the same for every link that opens nothing.
 */
async function readAsAdviser(
  { dependencies, actor }: Caller,
  { token, address, userAgent }: AdviserRequest,
): Promise<AdviserReading> {
  const { limits, asActor, readClub } = dependencies;
  await limits.adviserReadsPerAddress.take(address);
  await limits.wrongAdviserLinksPerAddress.assertOpen(address);
  const shown = await asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ shown: Shown | null }>`
      select read_as_adviser(${hashOfToken(token)}, ${deviceName(userAgent ?? null)}) as shown`.execute(tx);
    const seat = rows[0]?.shown?.seat;
    if (seat?.new_device_opening_id) {
      effects.audit("adviser_seat_opened", seat.user_id, {}, null);
      effects.notify(seat.user_id, "adviser_seat_opened", seat.id);
      effects.mail("adviser-seat-opened", {
        user_id: seat.user_id,
        seat_id: seat.id,
        opening_id: seat.new_device_opening_id,
      });
    }
    return rows[0]?.shown ?? null;
  });
  if (!shown) {
    await limits.wrongAdviserLinksPerAddress.take(address);
    throw linkInvalid();
  }
  const { seat, papers, ledger, ...rows } = shown;
  const own = toPortfolio(rows, (await readClub()).price_ages);
  const lots = own.lots.map((lot) => ({ ...lot, areReliefsHidden: !seat.shows_reliefs }));
  return { seat, papers, ledger, own: { ...own, lots } };
}

/** On an account of the member's own, in the ledger of one of their deals. */
interface OwnLedgerEntry {
  booked_on: string;
  company_name: string;
  deal_name: string;
  kind: LedgerKind;
  account: LedgerAccount;
  amount_pence: number;
}

/** Of one member alone: no entry of another, and no sum of several. */
const ownLedgerCsv = (entries: readonly OwnLedgerEntry[]): CsvFile => ({
  name: "own-ledger-entries",
  columns: ["Date", "Company", "Round", "What happened", "Account", "Name of the account", "Amount (GBP)"],
  rows: entries.map(({ booked_on, company_name, deal_name, kind, account, amount_pence }) => [
    ...[booked_on, company_name, deal_name, ledgerKindLabels[kind], account, ledgerAccountLabels[account]],
    plainPounds(amount_pence),
  ]),
});

const requestOf = (c: Context<Environment>, token: string) => ({
  token,
  address: clientAddress(c),
  userAgent: c.req.header("user-agent"),
});

async function readYearEnd(c: Context<Environment>, { token, tax_year }: z.output<typeof adviserYearEndSchema>) {
  const { own, seat } = await readAsAdviser(c.var, requestOf(c, token));
  return { pack: yearEndOf(own, tax_year, today(c.var)), seat };
}

async function fileOf(c: Context<Environment>, name: keyof typeof portfolioFiles, token: string) {
  const { own } = await readAsAdviser(c.var, requestOf(c, token));
  return csvFile(c.var, portfolioFiles[name](own, today(c.var)));
}
