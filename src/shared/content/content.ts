import { z } from "zod";
import { daySchema } from "#shared/day-schema.ts";
import { eventTimes } from "#shared/events/event-times.ts";
import { givenMomentSchema, listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineSchema, textSchema, webAddressSchema } from "#shared/text.ts";
import { isBlank, orNaN, readCount } from "#shared/typed-numbers.ts";
import {
  articleCategories,
  companyStatuses,
  contentKinds,
  contentMessages,
  contentStates,
  creatableKinds,
  faqGroups,
  orderedKinds,
} from "./content-messages.ts";
import { type RichTextDocument, richTextSchema } from "./rich-text.ts";
import { findSitePageProblems } from "./site-page-layouts.ts";

const requiredMessage = "Please fill this in.";
const requiredLine = lineSchema.trim().min(1, requiredMessage);
const requiredText = textSchema.trim().min(1, requiredMessage);
const dateSchema = daySchema("Please enter a date.");
/** London wall clock, "18:30". */
const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a time such as 18:30.");
const emptyLine = lineSchema.trim().default("");

/** What comes with the app, or was uploaded to it: nothing loads from elsewhere. */
const ownFilePattern = /^\/(logos\/[a-z0-9-]+\.svg|api\/files\/[0-9a-f-]{36})$/;
const ownFileSchema = z
  .string()
  .refine((path) => path === "" || ownFilePattern.test(path), contentMessages.pictureForm)
  .default("");

const articleSchema = z.strictObject({
  title: requiredLine,
  excerpt: requiredText.max(400, "Please use at most 400 characters"),
  date: dateSchema,
  author: requiredLine,
  category: z.enum(articleCategories),
  body: richTextSchema,
});

const newsSchema = z.strictObject({
  title: requiredLine,
  /** The content applies from this day. */
  date: dateSchema,
  body: richTextSchema,
  source_name: emptyLine,
  source_url: webAddressSchema.default(""),
});

const faqSchema = z.strictObject({
  group: z.enum(faqGroups),
  /** The side heading it is listed under; the founders' have none. */
  section: emptyLine,
  question: requiredLine,
  answer: richTextSchema,
});

const pageSchema = z.strictObject({
  title: requiredLine,
  description: requiredText.max(400, "Please use at most 400 characters"),
  /** The side-head. */
  side: requiredLine,
  lead: requiredText,
  body: richTextSchema,
});

const plainText = textSchema.trim().default("");
const sitePointSchema = z.strictObject({
  note: emptyLine,
  title: emptyLine,
  text: plainText,
  is_shown: z.boolean().default(true),
});
const siteSectionSchema = z.strictObject({
  /** Of the page's layout, in its order. */
  key: z.string(),
  side: emptyLine,
  title: emptyLine,
  /** An empty line separates paragraphs; `[words](/address)` is a link and `{product}` a value of Settings, here as in all fields. */
  text: plainText,
  note: plainText,
  points: z.array(sitePointSchema).max(20).default([]),
  is_shown: z.boolean().default(true),
});
const siteSections = z.array(siteSectionSchema).max(30);
const sitePageFields = z.strictObject({
  title: requiredLine,
  description: requiredText.max(400, "Please use at most 400 characters"),
  heading: requiredLine,
  lead: plainText,
  sections: siteSections,
});
const sitePageDraftFields = sitePageFields.extend({ description: plainText, heading: emptyLine });
type SitePageFields = z.output<typeof sitePageFields>;
const withKnownParts =
  (isForReaders: boolean) =>
  (page: SitePageFields, context: z.RefinementCtx): void => {
    for (const { path, message } of findSitePageProblems(page, isForReaders)) {
      context.addIssue({ code: "custom", path, message });
    }
  };
const sitePageSchema = sitePageFields.superRefine(withKnownParts(true));
const sitePageDraftSchema = sitePageDraftFields.superRefine(withKnownParts(false));

const coFounderSchema = z.strictObject({
  name: requiredLine,
  role: requiredLine,
  text: requiredText,
  picture: ownFileSchema,
});

const attendeesSchema = z
  .int(contentMessages.wholeNumber)
  .min(0, contentMessages.wholeNumber)
  .max(100_000, contentMessages.wholeNumber);
const eventFields = z.strictObject({
  title: requiredLine,
  date: dateSchema,
  start_time: timeSchema,
  end_time: timeSchema,
  /** Events that end on a later day have it; it is not written for others. */
  end_date: z
    .union([z.literal(""), dateSchema])
    .transform((day) => day || undefined)
    .optional(),
  location: requiredLine,
  /** Counted afterwards. */
  attendees: attendeesSchema.default(0),
  description: requiredText,
});
const endsAfterStart = (event: z.output<typeof eventFields>) => {
  const { date, start_time, end_time, end_date = date } = event;
  // A day or time that is no such thing is refused by itself.
  if (![`${date}T${start_time}`, `${end_date}T${end_time}`].every((moment) => Date.parse(`${moment}Z`))) return true;
  const { starts_at, ends_at } = eventTimes(event);
  return ends_at > starts_at;
};
const endsBeforeStart = { path: ["end_time"], message: contentMessages.endsBeforeStart };
const eventContentSchema = eventFields.refine(endsAfterStart, endsBeforeStart);

const updateSchema = z.strictObject({ date: dateSchema, title: requiredLine, text: requiredText });
const documentSchema = z.strictObject({
  name: requiredLine,
  url: z.union([ownFileSchema, webAddressSchema], contentMessages.documentForm).default(""),
});
const entriesOf = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).max(200).default([]);

/** Fields that are empty are not shown. */
const companySchema = z.strictObject({
  name: requiredLine,
  website: webAddressSchema,
  status: z.enum(companyStatuses),
  /** Shown 40 px high. */
  logo: ownFileSchema,
  what_it_does: textSchema.trim().default(""),
  sector: emptyLine,
  stage: emptyLine,
  round: emptyLine,
  instrument: emptyLine,
  tax_relief: emptyLine,
  invested_on: z.union([z.literal(""), dateSchema]).default(""),
  reason: textSchema.trim().default(""),
  updates: entriesOf(updateSchema),
  documents: entriesOf(documentSchema),
});

export const contentSchemas = {
  article: articleSchema,
  news: newsSchema,
  faq: faqSchema,
  site_page: sitePageSchema,
  page: pageSchema,
  co_founder: coFounderSchema,
  event: eventContentSchema,
  company: companySchema,
} as const;
export type ContentOf<Kind extends keyof typeof contentSchemas> = z.output<(typeof contentSchemas)[Kind]>;

export const slugSchema = z
  .string()
  .max(80, "Please use at most 80 characters")
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, contentMessages.slugForm);

/** As they are typed: the address too, of what has a page or a place on one. Empty, it is made of the title. */
const address = { slug: z.union([z.literal(""), slugSchema]).default("") };
const typedAttendees = {
  attendees: z.preprocess((typed) => (isBlank(String(typed)) ? 0 : orNaN(readCount(String(typed)))), attendeesSchema),
};
export const contentFormSchemas = {
  ...contentSchemas,
  article: articleSchema.extend(address),
  news: newsSchema.extend(address),
  company: companySchema.extend(address),
  event: eventFields.extend(typedAttendees).refine(endsAfterStart, endsBeforeStart),
} as const;

const emptyText: RichTextDocument = { type: "doc", content: [{ type: "paragraph" }] };

/** What has to be there at the publication may be empty in a draft, except the field that names it. */
const draftOf = (written: z.ZodObject, name?: "title" | "question" | "name") =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(written.shape).map(([key, field]) => [key, key === name ? field : orEmpty(field as z.ZodType)]),
    ),
  );

function orEmpty(field: z.ZodType): z.ZodType {
  if (field.safeParse(undefined).success) return field;
  const [firstChoice = ""] = field instanceof z.ZodEnum ? field.options : [];
  const empty = field === (richTextSchema as z.ZodType) ? emptyText : firstChoice;
  const given = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);
  return z.preprocess(
    given,
    field.optional().transform((value) => value ?? empty),
  );
}

const companyDraftSchema = draftOf(
  companySchema.extend({
    updates: entriesOf(draftOf(updateSchema)),
    documents: entriesOf(draftOf(documentSchema)),
  }),
  "name",
);
const articleDraftSchema = draftOf(articleSchema, "title");
const newsDraftSchema = draftOf(newsSchema, "title");
const eventDraftFields = draftOf(eventFields, "title");
const endsAfterStartIfGiven = (event: Record<string, unknown>) => endsAfterStart(event as z.output<typeof eventFields>);

export const contentDraftSchemas = {
  article: articleDraftSchema,
  news: newsDraftSchema,
  faq: draftOf(faqSchema, "question"),
  site_page: sitePageDraftSchema,
  page: draftOf(pageSchema, "title"),
  co_founder: draftOf(coFounderSchema, "name"),
  event: eventDraftFields.refine(endsAfterStartIfGiven, endsBeforeStart),
  company: companyDraftSchema,
} as const;

export const contentDraftFormSchemas = {
  ...contentDraftSchemas,
  article: articleDraftSchema.extend(address),
  news: newsDraftSchema.extend(address),
  company: companyDraftSchema.extend(address),
  event: eventDraftFields.extend(typedAttendees).refine(endsAfterStartIfGiven, endsBeforeStart),
} as const;

/** Checked by the schema of its kind. */
const writtenSchema = z.record(z.string(), z.unknown());
const expectedRevisionSchema = z.object({ expected_revision: z.number().int().positive() });

export const newContentSchema = namedObject("NewContent", {
  kind: z.enum(creatableKinds),
  /** From the title, if left out. */
  slug: slugSchema.optional(),
  content: writtenSchema,
});
export const contentSaveSchema = expectedRevisionSchema
  .extend({ slug: slugSchema.optional(), content: writtenSchema })
  .meta({ id: "ContentSave" });
/** As it is typed, in London's time. */
export const publicationTimeSchema = z.object({ date: dateSchema, time: timeSchema });
/** The revision that was looked at is the one that is published. */
export const contentPublishSchema = expectedRevisionSchema
  .extend({
    at: givenMomentSchema.optional(),
    /** Of a page of the site: every sentence with a typed percentage or sum that somebody has checked. */
    checked_sentences: z.array(textSchema).max(200).optional(),
  })
  .meta({ id: "ContentPublish" });
export const contentRestoreSchema = expectedRevisionSchema.meta({ id: "ContentRestore" });
export const contentOrderSchema = namedObject("ContentOrder", {
  kind: z.enum(orderedKinds),
  ids: z.array(z.uuid()).min(1).max(500),
});

export const contentQuerySchema = pageQuerySchema.extend({
  kind: z.enum(contentKinds).optional(),
  state: z.enum(contentStates).optional(),
  /** Part of the title, any letter case. */
  q: lineSchema.trim().optional(),
  /** Lists only content that `DELETE /content/examples` would remove. */
  removable: z.enum(["examples"]).optional(),
});
export type ContentQuery = z.infer<typeof contentQuerySchema>;

export const listedContentSchema = namedObject("ListedContent", {
  id: z.uuid(),
  kind: z.enum(contentKinds),
  slug: z.string(),
  title: z.string(),
  state: z.enum(contentStates),
  revision: z.number().int(),
  /** Less than `revision` when the draft has changes that are not published. */
  published_revision: z.number().int().nullable(),
  published_at: momentSchema.nullable(),
  publish_at: momentSchema.nullable(),
  is_example: z.boolean(),
  updated_at: momentSchema,
  /** It is `null` for the starter content, or a deleted account. */
  updated_by_name: z.string().nullable(),
  can: z.object({ publish: z.boolean(), unschedule: z.boolean(), unpublish: z.boolean(), delete: z.boolean() }),
});
export type ListedContent = z.infer<typeof listedContentSchema>;
export const contentListSchema = listOf(listedContentSchema).meta({ id: "ContentList" });

export const contentItemSchema = listedContentSchema
  .extend({
    first_published_at: momentSchema.nullable(),
    draft: writtenSchema,
    /** Uploaded for it, also those that an earlier version alone names. */
    files: z.array(z.object({ id: z.uuid(), name: z.string() })),
  })
  .meta({ id: "ContentItem" });
export type ContentItem = z.infer<typeof contentItemSchema>;

export const contentRevisionSchema = namedObject("ContentRevision", {
  id: z.uuid(),
  number: z.number().int(),
  action: z.enum(["saved", "restored", "published", "unpublished"]),
  created_at: momentSchema,
  /** It is `null` for a scheduled publication, the starter content, or a deleted account. */
  created_by_name: z.string().nullable(),
});
export type ContentRevision = z.infer<typeof contentRevisionSchema>;
export const contentRevisionListSchema = listOf(contentRevisionSchema).meta({ id: "ContentRevisionList" });
export const contentTextSchema = namedObject("ContentText", { number: z.number().int(), content: writtenSchema });

export const removedExamplesSchema = namedObject("RemovedExamples", { removed: z.number().int() });

export const contentFileQuerySchema = z.object({ content_id: z.uuid(), name: requiredLine });
export const contentFileSchema = namedObject("ContentFile", {
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.number().int(),
  /** Pixels of a picture. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  url: z.string(),
});
export type ContentFile = z.infer<typeof contentFileSchema>;

const publication = { id: z.uuid(), slug: z.string(), is_example: z.boolean(), published_at: momentSchema };

export const publishedArticleSchema = articleSchema
  .extend(publication)
  .extend({ reading_minutes: z.number().int() })
  .meta({ id: "PublishedArticle" });
export type PublishedArticle = z.infer<typeof publishedArticleSchema>;
export const articleListSchema = listOf(publishedArticleSchema.omit({ body: true })).meta({ id: "ArticleList" });
export type ListedArticle = z.infer<typeof articleListSchema>["items"][number];
const publishedNewsSchema = newsSchema.extend(publication);
export type PublishedNews = z.infer<typeof publishedNewsSchema>;
export const newsListSchema = listOf(publishedNewsSchema).meta({ id: "NewsList" });
const publishedFaqSchema = faqSchema.extend(publication);
export type PublishedFaq = z.infer<typeof publishedFaqSchema>;
export const faqListSchema = listOf(publishedFaqSchema).meta({ id: "FaqList" });
const publishedCoFounderSchema = coFounderSchema.extend(publication);
export type PublishedCoFounder = z.infer<typeof publishedCoFounderSchema>;
export const coFounderListSchema = listOf(publishedCoFounderSchema).meta({ id: "CoFounderList" });
const shownSitePointSchema = sitePointSchema.omit({ is_shown: true });
export const publishedSitePageSchema = sitePageFields
  .extend({
    slug: z.string(),
    /** Those that are shown. */
    sections: z.array(siteSectionSchema.omit({ is_shown: true }).extend({ points: z.array(shownSitePointSchema) })),
  })
  .meta({ id: "PublishedSitePage" });
export const publishedPageSchema = pageSchema.extend(publication).meta({ id: "PublishedPage" });
export type PublishedPage = z.infer<typeof publishedPageSchema>;
