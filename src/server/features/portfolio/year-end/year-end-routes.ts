import { londonDate } from "#shared/london-time.ts";
import { taxYearOf } from "#shared/portfolio/tax-dates.ts";
import { yearEndMessages as messages } from "#shared/portfolio/year-end-messages.ts";
import { type YearEndPack, yearEndQuerySchema, yearEndSchema } from "#shared/portfolio/year-end-pack.ts";
import { fileStem } from "#shared/slug.ts";
import type { Caller } from "../../../context.ts";
import { attachment } from "../../../platform/http/content-disposition.ts";
import { csvFile } from "../../../platform/http/csv-stream.ts";
import { refusedField } from "../../../platform/http/http-error.ts";
import { textDocument } from "../../../platform/pdf/text-document.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { findLegalName, type OwnPortfolio } from "../portfolio-queries.ts";
import { readOwn } from "../read-own.ts";
import { describeYearEnd } from "./describe-year-end.ts";
import { yearEndCsv } from "./year-end-csv.ts";
import { yearEndPaper } from "./year-end-paper.ts";

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
  /** Whose files are counted. */
  who: string;
  /** Of whom it is. */
  name: string | null;
}

/** @returns body, status and headers. @throws HttpError 429 and 503. */
export async function yearEndPdf(dependencies: Caller["dependencies"], pack: YearEndPack, { who, name }: Asker) {
  const { identity, brand } = await dependencies.readClub();
  const file = await dependencies.fileMaker.make(who, () =>
    textDocument(
      {
        ...yearEndPaper(pack, { name, club: identity.name }),
        ...{ author: identity.name, createdAt: dependencies.now(), colour: brand.main_colour },
      },
      dependencies.builtRoot,
    ),
  );
  const headers = {
    ...{ "content-type": "application/pdf", "cache-control": "private, no-store" },
    "content-disposition": attachment(`${fileStem(identity.name)}-${yearEndCsv(pack).name}.pdf`),
  };
  return [file, 200, headers] as const;
}
