import { londonDate } from "#shared/london-time.ts";
import { fileStem } from "#shared/slug.ts";
import { attachment } from "../../platform/http/content-disposition.ts";
import { onlyPost } from "../../platform/http/http-error.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { dealEvidence } from "./evidence.ts";

const route = routesOf("Deals");

const pack = route("post", "/deals/{id}/evidence", {
  name: "packDealEvidence",
  summary: "What was shown of a deal, to whom and under which statement, as a ZIP file; it leaves a row in the audit",
  audience: "admin",
  params: idParameter,
  file: "application/zip",
  refuses: ["files_unavailable"],
});

export const dealEvidenceRoutes = createRouter().openapi(pack, async (c) => {
  const { dependencies } = c.var;
  const { identity } = await dependencies.readClub();
  const body = await dealEvidence(c.var, c.req.valid("param").id);
  const name = `${fileStem(identity.name)}-evidence-${londonDate(dependencies.now())}.zip`;
  const headers = { "content-type": "application/zip", "content-disposition": attachment(name) };
  return c.body(body as ReadableStream, 200, headers) as never;
});
dealEvidenceRoutes.get(pack.getRoutingPath(), onlyPost);
