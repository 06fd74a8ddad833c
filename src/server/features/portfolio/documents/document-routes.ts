import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { hasEveryWord as isFound } from "#shared/match-words.ts";
import {
  type DocumentChoices,
  documentChoicesSchema,
  ownDocumentListSchema,
  ownDocumentQuerySchema,
} from "#shared/portfolio/own-documents.ts";
import { documentKindLabels, documentKinds } from "#shared/portfolio/own-documents-messages.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { hasEveryWord } from "../../../platform/db/has-every-word.ts";
import { keysetPage } from "../../../platform/http/keyset-page.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";

const route = routesOf("Portfolio");

const list = route("get", "/portfolio/me/documents", {
  name: "listOwnDocuments",
  summary: "What one signed, holds and was sent by one's companies",
  audience: "person",
  query: ownDocumentQuerySchema,
  answer: ownDocumentListSchema,
});

const choices = route("get", "/portfolio/me/documents/choices", {
  name: "getOwnDocumentChoices",
  summary: "The companies, kinds and years that one's own documents have",
  audience: "person",
  answer: documentChoicesSchema,
});

export const documentRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listOwnDocuments(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(choices, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listDocumentChoices(dependencies.readAs(actor)), 200);
  });

const columns = [
  ...(["id", "kind", "title", "added_at", "dated_on", "bytes", "sha256", "scheme"] as const),
  ...(["company_id", "company_name", "deal_id", "deal_name", "quarter"] as const),
];
const order = [
  { name: "dated_on", type: "date", direction: "desc" },
  { name: "kind", type: "text", direction: "asc" },
  { name: "company_name", type: "text", direction: "asc", isNullable: true },
  { name: "title", type: "text", direction: "asc" },
  { name: "id", type: "uuid", direction: "asc" },
] as const;

/** The reader's own, by the day on them, the newest first; those of one day by kind and name. */
function listOwnDocuments(
  db: Kysely<DB>,
  { q, company_id, kind, year, ...page }: z.output<typeof ownDocumentQuerySchema>,
) {
  const found = db
    .selectFrom("own_documents")
    .select(columns)
    .$if(company_id !== undefined, (query) => query.where("company_id", "=", company_id ?? ""))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`kind = ${kind}`))
    .$if(year !== undefined, (query) =>
      query.where("dated_on", ">=", `${year}-01-01`).where("dated_on", "<=", `${year}-12-31`),
    )
    .$if(Boolean(q), (query) =>
      query.where((where) =>
        where.or([
          hasEveryWord(sql`concat_ws(' ', company_name, deal_name, title)`, q),
          where("kind", "in", kindsNamed(q ?? "")),
        ]),
      ),
    );
  return keysetPage(found, order, page);
}

/** Never empty: no document is of the kind "". */
const kindsNamed = (words: string) => [
  ...documentKinds.filter((kind) => isFound(documentKindLabels[kind], words)),
  "" as never,
];

async function listDocumentChoices(db: Kysely<DB>): Promise<DocumentChoices> {
  const rows = await db
    .selectFrom("own_documents")
    .select(["company_id", "company_name", "kind", sql<number>`extract(year from dated_on)::integer`.as("year")])
    .distinct()
    .orderBy("company_name")
    .orderBy("company_id")
    .execute();
  const companies = new Map(
    rows.flatMap(({ company_id, company_name }) => (company_id ? [[company_id, company_name ?? ""]] : [])),
  );
  const kinds = new Set(rows.map(({ kind }) => kind));
  return {
    companies: [...companies].map(([id, name]) => ({ id, name })),
    kinds: documentKinds.filter((kind) => kinds.has(kind)),
    years: [...new Set(rows.map(({ year }) => year))].toSorted((one, other) => other - one),
  };
}
