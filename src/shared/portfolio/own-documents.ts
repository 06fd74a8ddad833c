import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { documentKinds } from "./own-documents-messages.ts";

/** Something to keep: a paper, a statement as it was signed, a company's letter, a statement of an exit, a document of a price, a split or a deal. */
export const ownDocumentSchema = namedObject("OwnDocument", {
  id: z.uuid(),
  kind: z.enum(documentKinds),
  /** Of the file, the version of a statement's form, the kind of an exit, or the source of a price or a split. */
  title: z.string(),
  added_at: momentSchema,
  /** The document bears this date; a London day. */
  dated_on: z.string(),
  /** `null` means that the file is drawn as it is asked for. */
  bytes: z.int().nullable(),
  /** `null` means a statement of an exit. */
  sha256: z.string().nullable(),
  scheme: z.enum(["SEIS", "EIS"]).nullable(),
  company_id: z.uuid().nullable(),
  company_name: z.string().nullable(),
  deal_id: z.uuid().nullable(),
  deal_name: z.string().nullable(),
  quarter: z.string().nullable(),
});
export type OwnDocument = z.infer<typeof ownDocumentSchema>;
export const ownDocumentListSchema = listOf(ownDocumentSchema).meta({ id: "OwnDocumentList" });

export const ownDocumentQuerySchema = pageQuerySchema.extend({
  /** Part of a company's, a round's or a kind's name. */
  q: z.string().trim().max(maximumLineLength).optional(),
  company_id: z.uuid().optional(),
  kind: z.enum(documentKinds).optional(),
  /** The year is that of the day on the document. */
  year: z.coerce.number().int().min(1900).max(2200).optional(),
});

export const documentChoicesSchema = namedObject("DocumentChoices", {
  companies: z.array(z.object({ id: z.uuid(), name: z.string() })),
  kinds: z.array(z.enum(documentKinds)),
  /** Newest first. */
  years: z.array(z.int()),
});
export type DocumentChoices = z.infer<typeof documentChoicesSchema>;
