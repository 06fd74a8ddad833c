import { ledgerListSchema, ledgerQuerySchema } from "#shared/funds/funds.ts";
import { csvExport } from "../../../platform/http/csv-stream.ts";
import { onlyPost } from "../../../platform/http/http-error.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { ledgerCsv } from "./ledger-csv.ts";
import { listLedger } from "./ledger-queries.ts";

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/ledger", {
  name: "getLedger",
  summary: "A deal's account in plain words, oldest first",
  audience: "member",
  params: idParameter,
  query: ledgerQuerySchema,
  answer: ledgerListSchema,
});

const download = route("post", "/deals/{id}/ledger.csv", {
  name: "exportLedger",
  summary: "All entries of a deal's ledger, as a CSV file that sums to zero",
  audience: "member",
  params: idParameter,
  file: "text/csv",
});

export const ledgerRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    return c.json(await listLedger(dependencies.readAs(actor), actor.isAdmin, id, c.req.valid("query")), 200);
  })
  .openapi(download, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    // 404 before the file begins.
    await listLedger(dependencies.readAs(actor), actor.isAdmin, id, { limit: 1 });
    return c.body(...(await csvExport(c.var, ledgerCsv(actor.isAdmin, id)))) as never;
  });
ledgerRoutes.get(download.getRoutingPath(), onlyPost);
