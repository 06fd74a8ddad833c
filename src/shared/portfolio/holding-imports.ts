import { z } from "zod";
import { listOf, momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { announcedFields, secondPersonFields } from "#shared/people/signatories.ts";
import { matchPattern } from "#shared/tables/titles.ts";
import { textSchema } from "#shared/text.ts";
import {
  holdingImportStates,
  holdingLineKinds,
  holdingLineStates,
  holdingImportMessages as messages,
} from "./holding-imports-messages.ts";
import { splitsSinceSchema } from "./portfolio.ts";

const pence = z.int().nullable();
const personName = z.string().nullable();

/** Which column is which, by places from 0 as in "email:0,company:3", where a person said so; else the titles say it. */
export const holdingColumnsQuerySchema = z.object({ columns: z.string().max(1000).regex(matchPattern).optional() });
export const holdingFileQuerySchema = holdingColumnsQuerySchema.extend({
  file_name: z.string().trim().min(1).max(200),
});
export const holdingImportReasonSchema = namedObject("HoldingImportReason", {
  reason: textSchema.trim().min(1, messages.reason).max(5000),
});

/** What a line says: fields of the other kind are null, as is what cannot be read. */
const said = {
  /** Of the file, where the header is usually line 1. */
  line_number: z.int(),
  kind: z.enum(holdingLineKinds),
  full_name: personName,
  email: z.string().nullable(),
  company_name: z.string(),
  /** When the shares were acquired, or the money was paid. */
  happened_on: z.string().nullable(),
  /** The number counts shares as they were bought on that day. */
  shares: z.int().nullable(),
  /** What the splits since then make of them, on their own. */
  shares_now: z.int().nullable(),
  /** Of these shares since that day, the earliest first. */
  splits: splitsSinceSchema,
  share_class: z.string().nullable(),
  price: z.string().nullable(),
  cost_pence: pence,
  fee_pence: pence,
  scheme: z.enum(["SEIS", "EIS"]).nullable(),
  uir: z.string().nullable(),
  certificate_on: z.string().nullable(),
  gross_pence: pence,
  costs_pence: pence,
};

/** A file as it would be imported: nothing is kept of it. */
export const holdingPreviewSchema = namedObject("HoldingPreview", {
  sha256: z.string(),
  new_lines: z.int(),
  /** Proposed or imported before, with differences or without: they are left out. */
  known_lines: z.int(),
  faulty_lines: z.int(),
  members: z.int(),
  cost_pence: z.int(),
  gross_pence: z.int(),
  /** Columns with text that are not read. */
  left_out_columns: z.array(z.string()),
  lines_above_header: z.int(),
  items: z.array(
    z.object({
      ...said,
      state: z.enum(holdingLineStates),
      faults: z.array(z.string()),
      /** The line of another import that it is, and in words what differs. */
      known: z
        .object({
          import_id: z.uuid(),
          file_name: z.string(),
          state: z.enum(["proposed", "confirmed"]),
          line_number: z.int(),
          differences: z.array(z.string()),
        })
        .nullable(),
    }),
  ),
});
export type HoldingPreview = z.infer<typeof holdingPreviewSchema>;
export type PreviewedLine = HoldingPreview["items"][number];

/** A file of earlier holdings, and what became of it. */
export const holdingImportSchema = namedObject("HoldingImport", {
  id: z.uuid(),
  file_name: z.string(),
  sha256: z.string(),
  state: z.enum(holdingImportStates),
  members: z.int(),
  companies: z.int(),
  lots: z.int(),
  distributions: z.int(),
  cost_pence: z.int(),
  gross_pence: z.int(),
  proposed_at: momentSchema,
  proposed_by_name: personName,
  confirmed_at: momentSchema.nullable(),
  confirmed_by_name: personName,
  refused_at: momentSchema.nullable(),
  refused_by_name: personName,
  refused_because: z.string().nullable(),
  /** That it is taken back, as proposed; null without. */
  undo: z.object({ because: z.string(), proposed_at: momentSchema, proposed_by_name: personName }).nullable(),
  undone_at: momentSchema.nullable(),
  undone_by_name: personName,
  obstacle: z.enum(["exited", "paid_out"]).nullable(),
  ...secondPersonFields,
  ...announcedFields,
  can: z.object({
    confirm: z.boolean(),
    refuse: z.boolean(),
    propose_undo: z.boolean(),
    confirm_undo: z.boolean(),
    refuse_undo: z.boolean(),
  }),
});
export type HoldingImport = z.infer<typeof holdingImportSchema>;
/** Newest first. */
export const holdingImportListSchema = listOf(holdingImportSchema).meta({ id: "HoldingImportList" });

export const holdingImportDetailsSchema = holdingImportSchema
  .extend({ lines: z.array(z.object(said)) })
  .meta({ id: "HoldingImportDetails" });
export type HoldingImportDetails = z.infer<typeof holdingImportDetailsSchema>;
