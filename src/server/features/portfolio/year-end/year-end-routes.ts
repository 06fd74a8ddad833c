import { formatDay, londonDate } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import { formatTaxYear, taxYearOf } from "#shared/portfolio/tax-dates.ts";
import { type Disposal, disposalsOf, disposalsText, isEmptyYear } from "#shared/portfolio/year-end-disposals.ts";
import { yearEndMessages as messages, reliefWords } from "#shared/portfolio/year-end-messages.ts";
import { type YearEndPack, yearEndQuerySchema, yearEndSchema } from "#shared/portfolio/year-end-pack.ts";
import { fileStem } from "#shared/slug.ts";
import type { Caller } from "../../../context.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { csvFile } from "../../../platform/http/csv-stream.ts";
import { refusedField } from "../../../platform/http/http-error.ts";
import { type TextTable, textDocument, textLine } from "../../../platform/pdf/text-document.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { findLegalName, type OwnPortfolio, readOwn } from "../portfolio-queries.ts";
import { describeYearEnd } from "./describe-year-end.ts";
import { yearEndCsv } from "./year-end-csv.ts";

/** What is read on the pack's PDF: the same parts as its page, those with nothing in them left out. */
export function yearEndPaper(pack: YearEndPack, { name, club }: { name: string | null; club: string }) {
  const year = formatTaxYear(pack.tax_year);
  const title = messages.titleOf(year);
  return {
    title: `${title}, ${club}`,
    lines: [
      textLine("title", title),
      textLine("paragraph", [name, messages.between(pack.from, pack.until)].filter(Boolean).join(" · ")),
      ...(pack.is_over ? [] : [textLine("paragraph", messages.soFar(pack.as_of))]),
      textLine("paragraph", `${messages.whatItIs} ${messages.elsewhere}`),
      ...(pack.are_reliefs_hidden ? [textLine("paragraph", messages.reliefsHidden)] : []),
      ...(isEmptyYear(pack) ? [textLine("paragraph", messages.nothing)] : []),
      ...partsOf(pack).flatMap(({ heading, text, table }) =>
        table.rows.length === 0
          ? []
          : [textLine("heading", heading), ...(text === undefined ? [] : [textLine("paragraph", text)]), table],
      ),
    ],
    foot: `${title} · ${club} · As of ${formatDay(pack.as_of)}`,
  };
}

interface Part {
  heading: string;
  text?: string;
  table: TextTable;
}

function partsOf(pack: YearEndPack): Part[] {
  const { totals } = pack;
  const disposals = disposalsOf(pack);
  const total = (rows: readonly unknown[], cells: readonly string[]) =>
    rows.length > 1 ? [[messages.total, ...cells]] : [];
  return [
    {
      heading: messages.paid,
      table: {
        columns: paymentColumns,
        rows: [...pack.paid.map(paymentRow), ...total(pack.paid, ["", "", formatPence(totals.paid_pence)])],
      },
    },
    {
      heading: messages.unissued,
      text: messages.unissuedText,
      table: { columns: paymentColumns, rows: pack.unissued.map(paymentRow) },
    },
    {
      heading: messages.bought,
      table: {
        columns: [
          ...[company, text(messages.scheme, 2), text(messages.issuedOn, 3), money(messages.shares, 2)],
          ...[money(messages.cost), money(messages.fee), text(messages.certificate, 3), text(messages.claimUntil, 3)],
        ],
        rows: [
          ...pack.bought.map((row) => [
            ...[row.name, row.scheme ?? messages.none, formatDay(row.issued_on), count(row.shares)],
            ...[formatPence(row.cost_pence), formatPence(row.fee_pence), certificateWords(row)],
            dayOrNone(row.claim_until),
          ]),
          ...total(pack.bought, ["", "", "", formatPence(totals.cost_pence), formatPence(totals.fees_pence), "", ""]),
        ],
      },
    },
    {
      heading: messages.certificates,
      text: messages.certificatesText,
      table: {
        columns: [
          ...[company, text(messages.scheme, 2), text(messages.certificateOn, 3), text(messages.issuedOn, 3)],
          text(messages.claimUntil, 3),
        ],
        rows: pack.certificates.map((row) => [
          ...[row.name, row.scheme, formatDay(row.certificate_on), formatDay(row.issued_on)],
          dayOrNone(row.claim_until),
        ]),
      },
    },
    {
      heading: messages.sold,
      table: {
        columns: [
          ...[company, text(messages.soldOn, 3), text(messages.what, 3), money(messages.cost), money(messages.gross)],
          ...[money(messages.costsOfSale), text(messages.paidOn, 3)],
        ],
        rows: pack.proceeds.map((row) => [
          ...[row.name, formatDay(row.happened_on)],
          messages.proceeds(row.shares, row.is_holdback),
          ...[formatPence(row.cost_pence), formatPence(row.gross_pence), formatPence(row.costs_pence)],
          row.paid_on === null ? messages.due : formatDay(row.paid_on),
        ]),
      },
    },
    {
      heading: messages.received,
      table: {
        columns: [company, text(messages.round, 3), text(messages.receivedOn, 3), money(messages.amount)],
        rows: [
          ...pack.received.map((row) => [row.name, row.deal_name, formatDay(row.day), formatPence(row.pence)]),
          ...total(pack.received, ["", "", formatPence(totals.received_pence)]),
        ],
      },
    },
    {
      heading: messages.disposals,
      text: disposalsText(disposals),
      table: {
        columns: [
          ...[company, text(messages.disposedOn, 3), text(messages.how, 3), money(messages.cost)],
          ...[money(messages.brought), money(messages.reliefKept), money(messages.gain), text(messages.claimUntil, 3)],
        ],
        rows: [
          ...disposals.map((row) => [
            ...[row.name, formatDay(row.day), row.is_lost ? messages.nothingLeft : messages.sharesSold],
            ...[formatPence(row.cost_pence), formatPence(row.brought_pence)],
            row.relief_kept_pence === null ? missing(row) : formatPence(row.relief_kept_pence),
            row.gain_pence === null ? messages.notShown : formatPence(row.gain_pence),
            dayOrNone(row.claim_until),
          ]),
          ...total(disposals, ["", "", "", "", "", togetherOf(totals), ""]),
        ],
      },
    },
    {
      heading: messages.reliefs,
      text: messages.reliefsText,
      table: {
        columns: [company, text(messages.what, 4), text(messages.recordedOn, 3), money(messages.amount)],
        rows: [
          ...pack.reliefs.map((row) => [...[row.name, reliefWords(row), formatDay(row.day), formatPence(row.pence)]]),
          ...total(pack.reliefs, ["", "", formatPence(totals.relief_pence)]),
        ],
      },
    },
    {
      heading: messages.limits,
      text: pack.are_reliefs_hidden ? messages.limitsHidden : messages.limitsText,
      table: {
        columns: [
          text(messages.scheme, 2),
          money(messages.usedIn(formatTaxYear(pack.tax_year))),
          money(messages.limitIn(formatTaxYear(pack.tax_year))),
          money(messages.usedIn(formatTaxYear(pack.tax_year - 1))),
        ],
        rows: pack.limits.map((row) => [
          row.scheme,
          ...[row.used_pence, row.limit_pence, row.used_before_pence].map(formatPence),
        ]),
      },
    },
  ];
}

const text = (title: string, share: number) => ({ title, share });
const company = text(messages.company, 4);
const money = (title: string, share = 3) => ({ title, share, align: "right" as const });
const paymentColumns = [company, text(messages.round, 3), text(messages.paidDay, 3), money(messages.amount)];
const paymentRow = (row: YearEndPack["unissued"][number] | YearEndPack["paid"][number]) => [
  ...[row.name, row.deal_name, [formatDay(row.day), messages.tooMuch(row)].filter(Boolean).join(": ")],
  formatPence(row.pence),
];
const count = (shares: number) => shares.toLocaleString("en-GB");

const dayOrNone = (day: string | null): string => (day === null ? "" : formatDay(day));

const missing = ({ gain_pence }: Disposal): string => (gain_pence === null ? messages.notShown : "");

const togetherOf = ({ gains_pence, allowable_loss_pence }: YearEndPack["totals"]): string =>
  allowable_loss_pence === null
    ? messages.notShown
    : messages.gainsAndLosses(formatPence(gains_pence), formatPence(allowable_loss_pence));

const certificateWords = ({ certificate, certificate_on }: YearEndPack["bought"][number]): string =>
  certificate_on ? formatDay(certificate_on) : messages.certificateStates[certificate];

const route = routesOf("Portfolio");

const read = route("get", "/portfolio/me/year-end", {
  name: "getOwnYearEnd",
  summary: "A tax year of what one owns",
  audience: "person",
  query: yearEndQuerySchema,
  answer: yearEndSchema,
});

const readCsv = route("get", "/portfolio/me/year-end.csv", {
  name: "exportOwnYearEnd",
  summary: "A tax year of what one owns, as a CSV file",
  audience: "person",
  query: yearEndQuerySchema,
  file: "text/csv",
});

const readPdf = route("get", "/portfolio/me/year-end.pdf", {
  name: "getOwnYearEndPdf",
  summary: "A tax year of what one owns, as a PDF",
  audience: "person",
  query: yearEndQuerySchema,
  file: "application/pdf",
  refuses: ["rate_limited", "files_busy"],
});

export const yearEndRoutes = createRouter()
  .openapi(read, async (c) => c.json(await readYearEnd(c.var, c.req.valid("query").tax_year), 200))
  .openapi(
    readCsv,
    async (c) =>
      c.body(...(await csvFile(c.var, yearEndCsv(await readYearEnd(c.var, c.req.valid("query").tax_year))))) as never,
  )
  .openapi(readPdf, async (c) => {
    const pack = await readYearEnd(c.var, c.req.valid("query").tax_year);
    const { dependencies, actor } = c.var;
    const name = await findLegalName(dependencies.readAs(actor), actor.userId ?? "");
    return c.body(...(await yearEndPdf(dependencies, pack, { who: actor.userId ?? "", name }))) as never;
  });

const readYearEnd = async (caller: Caller, taxYear: number | undefined): Promise<YearEndPack> =>
  yearEndOf(await readOwn(caller), taxYear, londonDate(caller.dependencies.now()));

/** @throws HttpError 422 for a year that has not begun. */
export function yearEndOf(own: OwnPortfolio, taxYear: number | undefined, today: string): YearEndPack {
  const latest = taxYearOf(today);
  if (taxYear !== undefined && taxYear > latest) throw refusedField("tax_year", messages.notStarted);
  return describeYearEnd(own, taxYear ?? latest, today);
}

interface Asker {
  /** Files of this person or link are counted. */
  who: string;
  /** The pack is about this person. */
  name: string | null;
}

/** @returns body, status and headers. @throws HttpError 429 and 503. */
export async function yearEndPdf(dependencies: Caller["dependencies"], pack: YearEndPack, { who, name }: Asker) {
  const { identity, brand } = await dependencies.readClub();
  const file = await dependencies.fileMaker.make(who, () =>
    textDocument(
      {
        ...yearEndPaper(pack, { name, club: identity.name }),
        author: identity.name,
        createdAt: dependencies.now(),
        colour: brand.main_colour,
      },
      dependencies.builtRoot,
    ),
  );
  const headers = {
    "content-type": "application/pdf",
    "cache-control": "private, no-store",
    "content-disposition": attachment(`${fileStem(identity.name)}-${yearEndCsv(pack).name}.pdf`),
  };
  return [file, 200, headers] as const;
}
