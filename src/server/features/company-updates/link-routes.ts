import {
  letterUploadHeadersSchema,
  letterUploadQuerySchema,
  sentUpdateSchema,
  updateLinkSchema,
  updateLinkTokenSchema,
  uploadedLetterSchema,
} from "#shared/company-updates/company-updates.ts";
import { companyUpdateMessages, maximumLetterBytes } from "#shared/company-updates/company-updates-messages.ts";
import { clientAddress } from "../../platform/http/client-address.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

const route = routesOf("Companies");

const read = route("post", "/company-update-links/read", {
  name: "readCompanyLink",
  summary: "What the token of a mail's link asks for; it is sent in the body, so that no server logs it",
  audience: "anyone",
  body: updateLinkTokenSchema,
  answer: updateLinkSchema,
  refuses: ["invalid_token", "rate_limited"],
});

const upload = route("post", "/company-update-links/letter", {
  name: "uploadLetterByLink",
  summary: "Upload the letter of an update by the token of a mail's link, as the raw body",
  audience: "anyone",
  headers: letterUploadHeadersSchema,
  query: letterUploadQuerySchema,
  upload: "application/pdf",
  limit: { bytes: maximumLetterBytes, message: companyUpdateMessages.letterTooLarge },
  status: 201,
  answer: uploadedLetterSchema,
  refuses: ["invalid_token", "file_infected", "file_type_refused", "rate_limited", "files_unavailable"],
});

const send = route("post", "/company-update-links/send", {
  name: "sendUpdateByLink",
  summary: "Send a company's update by the token of a mail's link, once",
  audience: "anyone",
  body: sentUpdateSchema,
  status: 201,
  answer: statusSchema,
  refuses: ["invalid_token", "revision_conflict", "rate_limited"],
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
