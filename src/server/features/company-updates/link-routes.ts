import { createRoute, z } from "@hono/zod-openapi";
import {
  letterUploadHeadersSchema,
  letterUploadQuerySchema,
  sentUpdateSchema,
  updateLinkSchema,
  updateLinkTokenSchema,
  uploadedLetterSchema,
} from "#shared/company-updates.ts";
import { openTo } from "../../auth/guard.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { jsonBody, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";

const path = "/company-update-links";

const read = createRoute({
  method: "post",
  path: `${path}/read`,
  summary: "What the token of a mail's link asks for; it is sent in the body, so that no server logs it",
  ...openTo("anyone"),
  request: { body: jsonBody(updateLinkTokenSchema) },
  responses: responses(200, updateLinkSchema, "Company and quarter; 400 invalid_token for a link that does not work"),
});

const upload = createRoute({
  method: "post",
  path: `${path}/letter`,
  summary: "Upload the letter of an update by the token of a mail's link, as the raw body",
  ...openTo("anyone"),
  request: {
    headers: letterUploadHeadersSchema,
    query: letterUploadQuerySchema,
    body: { required: true, content: { "application/pdf": { schema: z.string().meta({ format: "binary" }) } } },
  },
  responses: responses(201, uploadedLetterSchema, "The letter; 413 above 10 MB, 422 for another type"),
});

const send = createRoute({
  method: "post",
  path: `${path}/send`,
  summary: "Send a company's update by the token of a mail's link, once",
  ...openTo("anyone"),
  request: { body: jsonBody(sentUpdateSchema) },
  responses: responses(201, statusSchema, "It is sent; 400 invalid_token for a link that was used"),
});

export const companyUpdateLinkRoutes = createRouter()
  .openapi(read, async (c) => {
    const { limits, updateLinks } = c.var.dependencies;
    await limits.updateLinksPerAddress.take(clientAddress(c));
    return c.json(await updateLinks.read(c.req.valid("json").token), 200);
  })
  .openapi(upload, async (c) => {
    const { limits, updateLinks } = c.var.dependencies;
    await limits.updateLinksPerAddress.take(clientAddress(c));
    const token = c.req.valid("header")["x-link-token"];
    return c.json(await updateLinks.addLetter(token, c.req.valid("query").file_name, c.req.raw.body ?? []), 201);
  })
  .openapi(send, async (c) => {
    const { limits, updateLinks } = c.var.dependencies;
    await limits.updateLinksPerAddress.take(clientAddress(c));
    const { token, ...content } = c.req.valid("json");
    await updateLinks.send(token, content);
    return c.json({ status: true }, 201);
  });
