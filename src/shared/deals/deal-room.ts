import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo } from "#shared/text.ts";
import { dealRoomMessages as messages } from "./deal-room-messages.ts";

export const documentStates = ["checking", "ready", "refused"] as const;
/** Why a file is not taken, once it was opened. */
export const documentRefusals = [
  "unreadable",
  "locked",
  "too_many_pages",
  "too_large_a_page",
  "too_heavy_a_page",
  "macros",
] as const;
export type DocumentRefusal = (typeof documentRefusals)[number];

/** A document of a version: what members are shown of it, frozen. */
export const frozenDocumentSchema = namedObject("FrozenDocument", {
  id: z.uuid(),
  title: z.string(),
  file_name: z.string(),
  /** The number belongs to this document. */
  number: z.int(),
  created_at: momentSchema,
  media_type: z.string(),
  bytes: z.int(),
  /** Of the file, in hex. */
  sha256: z.string(),
  /** It is `null` for a spreadsheet. */
  pages: z.int().nullable(),
  is_downloadable: z.boolean(),
});
export type FrozenDocument = z.infer<typeof frozenDocumentSchema>;

export const roomDocumentSchema = frozenDocumentSchema
  .extend({
    state: z.enum(documentStates),
    refusal: z.enum(documentRefusals).nullable(),
    /** Sheets that are empty because the file's page cannot be read. */
    damaged_pages: z.array(z.int()),
    author_name: z.string().nullable(),
    replaces_id: z.uuid().nullable(),
    removed_at: momentSchema.nullable(),
    /** The next version takes it along. */
    is_current: z.boolean(),
    /** The count is of openings by members. */
    openings: z.int(),
  })
  .meta({ id: "RoomDocument" });
export type RoomDocument = z.infer<typeof roomDocumentSchema>;
/** At the desk, every file that ever was there: by title, newest first. */
export const roomSchema = namedObject("Room", { items: z.array(roomDocumentSchema) });
export type Room = z.infer<typeof roomSchema>;

/** The file is the raw body. */
export const documentUploadQuerySchema = z.object({
  title: lineUpTo(120).trim().min(1, messages.title),
  file_name: lineUpTo(200).trim().min(1, messages.fileName),
  is_downloadable: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true"),
  /** The row whose file it takes the place of; its title counts then. */
  replaces_id: z.uuid().optional(),
});

/** Of one page, in the picture's pixels. */
const pageSizeSchema = z.object({
  number: z.int(),
  width: z.int(),
  height: z.int(),
});
/** The text of a page, for a person who cannot see it; empty for a picture. */
export const pageTextSchema = namedObject("PageText", { text: z.string() });
export type PageText = z.infer<typeof pageTextSchema>;
export const openedDocumentSchema = namedObject("OpenedDocument", {
  opening_id: z.uuid(),
  opened_at: momentSchema,
  title: z.string(),
  number: z.int(),
  /** A spreadsheet has no pages. */
  pages: z.array(pageSizeSchema),
  is_downloadable: z.boolean(),
});
export type OpenedDocument = z.infer<typeof openedDocumentSchema>;

/** Of the reader: what they opened, and which pages of it they were sent. */
export const ownOpeningsSchema = namedObject("OwnOpenings", {
  items: z.array(
    z.object({
      document_id: z.uuid(),
      opened_at: momentSchema,
      pages: z.array(z.int()),
      downloaded_at: momentSchema.nullable(),
    }),
  ),
});
export type OwnOpenings = z.infer<typeof ownOpeningsSchema>;

/** For admins: who read what, newest first. */
export const openingListSchema = listOf(
  z.object({
    id: z.uuid(),
    opened_at: momentSchema,
    document_id: z.uuid(),
    title: z.string(),
    number: z.int(),
    full_name: z.string().nullable(),
    pages: z.array(z.int()),
    downloaded_at: momentSchema.nullable(),
    /** By an admin, at the desk. */
    is_desk: z.boolean(),
  }),
).meta({ id: "OpeningList" });
export type DocumentOpening = z.infer<typeof openingListSchema>["items"][number];
export const openingQuerySchema = pageQuerySchema.extend({ document_id: z.uuid().optional() });
