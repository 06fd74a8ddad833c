import { sql, type Transaction } from "kysely";
import type { z } from "zod";
import {
  type ContentOf,
  contentDraftSchemas,
  type contentPublishSchema,
  type contentSaveSchema,
  contentSchemas,
  type newContentSchema,
} from "#shared/content/content.ts";
import { type ContentKind, contentMessages, isFixedKind } from "#shared/content/content-messages.ts";
import { type SitePageContent, sitePageWith, typedFigures } from "#shared/content/site-page-layouts.ts";
import { eventDeskMessages } from "#shared/events/event-desk-messages.ts";
import { toSlug } from "#shared/slug.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isCheckViolation, isUniqueViolation } from "../../platform/db/errors.ts";
import type { Effects } from "../../platform/db/types.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { refuseUnlessPast } from "../../platform/http/typed-days.ts";
import { refuseBadInput } from "../../router.ts";
import { contentPolicy, getContent, getLocked, lockExpected, pageRequired } from "./get-content.ts";
import { findContent, findRevision, insertContent, insertRevision, updateDraft } from "./queries.ts";

/** @throws HttpError 409 for a slug that the kind has already. */
export function createContent({ dependencies, actor }: Caller, input: z.output<typeof newContentSchema>) {
  const { kind } = input;
  const draft = parseGiven(kind, input.content, dependencies.now());
  return dependencies.asActor(actor, async (tx) => {
    const title = draft.title ?? draft.question ?? draft.name;
    const slugs = input.slug ? [input.slug] : slugsAfter(await slugOf(String(title), kind));
    return getContent(tx, actor, await insertDraft(tx, actor, { kind, slugs, draft }));
  });
}

/**
 * Shows a company whose deal is completed in the members’ portfolio, so that nobody types it in again. A company that Content
 * has by this name already stays as it is: it had an earlier round, or an admin wrote it.
 */
export async function publishCompany(
  tx: Transaction<DB>,
  effects: Effects,
  {
    actor,
    now,
    facts,
  }: { actor: Pick<Caller["actor"], "userId">; now: Date; facts: Partial<ContentOf<"company">> & { name: string } },
): Promise<void> {
  const present = await tx
    .selectFrom("content_items")
    .select("id")
    .where("kind", "=", "company")
    .where(sql<boolean>`lower(title) = lower(${facts.name})`)
    .executeTakeFirst();
  if (present) return;
  const draft = parseContent("company", { website: "", logo: "", status: "Active", ...facts });
  const id = await insertDraft(tx, actor, {
    kind: "company",
    slugs: slugsAfter(await slugOf(facts.name, "company")),
    draft,
  });
  const revision = await publishDraft(tx, effects, id, { now, publishedBy: actor.userId });
  effects.audit("content_published", id, { revision });
}

/** @returns its id. @throws HttpError 409 when every slug is taken. */
async function insertDraft(
  tx: Transaction<DB>,
  { userId }: Pick<Caller["actor"], "userId">,
  { kind, slugs, draft }: { kind: ContentKind; slugs: string[]; draft: object },
): Promise<string> {
  for (const slug of slugs) {
    const inserted = await insertContent(tx, { kind, slug, draft, updated_by: userId });
    if (!inserted) continue;
    const revision = { item_id: inserted.id, number: 1, content: JSON.stringify(draft), created_by: userId };
    await insertRevision(tx, { ...revision, action: "saved" });
    return inserted.id;
  }
  throw slugTaken();
}

const longest = 70;
const mostTries = 50;

/** "What we do" → "what-we-do", "Łódź" → "lodz"; the kind's name for a title without letters and digits. */
async function slugOf(title: string, kind: ContentKind): Promise<string> {
  // Its table of letters is large, and read when the first address is made.
  const { default: toAscii } = await import("any-ascii");
  return toSlug(toAscii(title.replace(/\p{Extended_Pictographic}/gu, " ")), longest) || kind.replace("_", "-");
}

const slugsAfter = (slug: string): string[] => [
  slug,
  ...Array.from({ length: mostTries }, (_, index) => `${slug}-${index + 2}`),
];

/**
 * A save of the same text changes nothing; what is scheduled stays complete.
 * @throws HttpError 409 with the present item after somebody else's save.
 */
export function saveContent(
  { dependencies, actor }: Caller,
  id: string,
  { expected_revision, slug, content }: z.output<typeof contentSaveSchema>,
) {
  return dependencies.asActor(actor, async (tx) => {
    const item = await lockExpected(tx, actor, id, expected_revision);
    const draft = parseGiven(item.kind, content, dependencies.now());
    await refuseForSchedule(tx, dependencies, item, draft);
    if (slug && slug !== item.slug && (item.first_published_at || isFixedKind(item.kind))) {
      throw refusedField("slug", contentMessages.slugFixed);
    }
    if (item.kind === "site_page" && sitePageWith((draft as unknown as SitePageContent).sections) !== item.slug) {
      throw refusedField("content.sections", contentMessages.sectionsForm);
    }
    const saved = await writeDraft(tx, actor, { item, draft, slug, action: "saved", now: dependencies.now() });
    return saved ?? getContent(tx, actor, id);
  });
}

/** A revision with the draft's own text changes nothing. @throws HttpError 404, 409 as of a save. */
export function restoreRevision(
  { dependencies, actor }: Caller,
  { id, number }: { id: string; number: number },
  expectedRevision: number,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await lockExpected(tx, actor, id, expectedRevision);
    const restored = await findRevision(tx, id, number);
    if (!restored) throw notFound("revision");
    const draft = parseDraft(item.kind, restored.content);
    await refuseForSchedule(tx, dependencies, item, draft);
    const written = await writeDraft(tx, actor, { item, draft, action: "restored", now: dependencies.now() });
    if (written) effects.audit("content_restored", id, { revision: number });
    return written ?? getContent(tx, actor, id);
  });
}

interface Writing {
  item: Awaited<ReturnType<typeof lockExpected>>;
  draft: object;
  slug?: string | undefined;
  action: "saved" | "restored";
  now: Date;
}

/** @returns undefined when the draft has this text and slug already. */
async function writeDraft(
  tx: Transaction<DB>,
  actor: Caller["actor"],
  { item, draft, slug = item.slug, action, now }: Writing,
) {
  const written = await updateDraft(tx, {
    id: item.id,
    action,
    slug,
    draft: JSON.stringify(draft),
    revision: item.revision + 1,
    // The mark is of what is published: it goes when this text is.
    is_example: item.is_example && item.published_revision !== null,
    updated_at: now,
    updated_by: actor.userId,
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? slugTaken() : error;
  });
  return written && withCan(contentPolicy, actor, { ...written, draft: draft as Record<string, unknown> });
}

/** @throws HttpError 422 that names the fields as "content.title". */
function parseContent<Kind extends ContentKind>(kind: Kind, content: unknown): z.output<(typeof contentSchemas)[Kind]> {
  return parseBy(contentSchemas[kind], content) as z.output<(typeof contentSchemas)[Kind]>;
}

/** A draft may lack what its publication asks for. @throws HttpError 422 that names the fields as "content.title". */
const parseDraft = (kind: ContentKind, content: unknown) =>
  parseBy(contentDraftSchemas[kind], content) as Record<string, unknown>;

function parseBy(schema: z.ZodType, content: unknown): unknown {
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) issue.path.unshift("content");
  refuseBadInput(parsed);
  throw parsed.error;
}

/** Checks what a person has given: the club has not invested yet on a day to come. */
function parseGiven(kind: ContentKind, content: unknown, now: Date) {
  const draft = parseDraft(kind, content);
  if (draft.invested_on) refuseUnlessPast("content.invested_on", String(draft.invested_on), now);
  return draft;
}

/**
 * What is scheduled stays complete, and gets no typed figure that nobody has checked.
 * @throws HttpError 422.
 */
async function refuseForSchedule(
  tx: Transaction<DB>,
  { readClub }: Caller["dependencies"],
  { id, kind, publish_at }: Writing["item"],
  draft: Record<string, unknown>,
): Promise<void> {
  if (!publish_at) return;
  parseContent(kind, draft);
  if (kind !== "site_page") return;
  const club = await readClub();
  const sentencesOf = (page: unknown) => typedFigures(page as SitePageContent, club).map(({ sentence }) => sentence);
  const scheduled = sentencesOf((await findContent(tx, id))?.draft);
  if (sentencesOf(draft).every((sentence) => scheduled.includes(sentence))) return;
  throw refusedField("content.sections", contentMessages.scheduledFigures);
}

/** @throws HttpError 422 with every sentence of the page that has a typed percentage or sum and is not among the checked ones. */
async function refuseUncheckedFigures(
  { readClub }: Caller["dependencies"],
  draft: Record<string, unknown>,
  checked: readonly string[],
): Promise<void> {
  const unchecked = typedFigures(draft as unknown as SitePageContent, await readClub()).filter(
    ({ sentence }) => !checked.includes(sentence),
  );
  if (unchecked.length === 0) return;
  const errors = unchecked.map(({ sentence, figures, values }) => ({
    path: "checked_sentences",
    message: contentMessages.typedFigure(sentence, figures, values),
  }));
  throw new HttpError("invalid_body", contentMessages.uncheckedFigures, { errors });
}

const slugTaken = () =>
  new HttpError("slug_taken", contentMessages.slugTaken, {
    errors: [{ path: "slug", message: contentMessages.slugTaken }],
  });

/** Now, or at a time that is still to come. Published already, it changes nothing. @throws HttpError 422 naming each missing field. */
export function publishContent(
  { dependencies, actor }: Caller,
  id: string,
  { expected_revision, at, checked_sentences = [] }: z.output<typeof contentPublishSchema>,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await lockExpected(tx, actor, id, expected_revision);
    const now = dependencies.now();
    const publishAt = at === undefined ? undefined : new Date(at);
    if (publishAt && publishAt <= now) throw refusedField("at", contentMessages.timePassed);
    const { draft } = await getContent(tx, actor, id);
    parseContent(item.kind, draft);
    if (item.kind === "site_page") await refuseUncheckedFigures(dependencies, draft, checked_sentences);
    if (publishAt) {
      await tx.updateTable("content_items").set({ publish_at: publishAt }).where("id", "=", id).execute();
      const publish_at = publishAt.toISOString();
      effects.schedule("publish-content", { content_id: id, publish_at }, publishAt);
      effects.audit("content_scheduled", id, { publish_at });
    } else if (contentPolicy(actor, item).publish) {
      const revision = await publishDraft(tx, effects, id, { now, publishedBy: actor.userId });
      effects.audit("content_published", id, { revision });
    }
    return getContent(tx, actor, id);
  });
}

/** Its job finds another time, or none, and does nothing. */
export function unscheduleContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getLocked(tx, id);
    if (item.publish_at) {
      await tx.updateTable("content_items").set({ publish_at: null }).where("id", "=", id).execute();
      effects.audit("content_unscheduled", id);
    }
    return getContent(tx, actor, id);
  });
}

export function unpublishContent({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await getLocked(tx, id);
    if (isFixedKind(item.kind)) throw pageRequired();
    if (item.published_revision !== null) {
      const is_example = item.is_example && item.revision === 1;
      const nothing = { published: null, published_revision: null, published_at: null, publish_at: null, is_example };
      await keepingAnswered(tx.updateTable("content_items").set(nothing).where("id", "=", id).execute());
      const action = { item_id: id, number: item.published_revision, created_by: actor.userId };
      await insertRevision(tx, { ...action, action: "unpublished" });
      effects.audit("content_unpublished", id);
    }
    return getContent(tx, actor, id);
  });
}

/** The draft becomes what the site shows. @returns its revision. */
export async function publishDraft(
  tx: Transaction<DB>,
  effects: Effects,
  id: string,
  { now, publishedBy }: { now: Date; publishedBy: string | null },
): Promise<number> {
  const { revision, kind } = await tx
    .updateTable("content_items")
    .set({
      published: sql`draft`,
      published_revision: sql`revision`,
      is_example: sql`is_example and revision = 1 and kind not in ('page', 'site_page')`,
      published_at: now,
      first_published_at: sql`coalesce(first_published_at, ${now})`,
      publish_at: null,
    })
    .where("id", "=", id)
    .returning(["revision", "kind"])
    .executeTakeFirstOrThrow();
  if (kind === "event") effects.schedule("event-places", { event_id: id }, now);
  const action = { item_id: id, number: revision, action: "published", created_by: publishedBy } as const;
  await insertRevision(tx, action);
  return revision;
}

/**
 * Shows sections of the pages of the site that are hidden, or single points of them, and publishes each page. A page that an admin
 * has edited before stays as it is.
 * @param places page, section and place of a point.
 */
export async function showOnSitePages(
  tx: Transaction<DB>,
  places: readonly (readonly [page: string, section: string, point?: number])[],
  { actor, effects, now }: { actor: Pick<Caller["actor"], "userId">; effects: Effects; now: Date },
): Promise<void> {
  for (const slug of new Set(places.map(([page]) => page))) {
    const item = await tx
      .selectFrom("content_items")
      .select(["id", "draft"])
      .where("kind", "=", "site_page")
      .where("slug", "=", slug)
      .where("revision", "=", 1)
      .forUpdate()
      .executeTakeFirst();
    if (!item) continue;
    const draft = item.draft as unknown as SitePageContent;
    const isNamed = (key: string, at?: number) =>
      places.some(([page, section, point]) => page === slug && section === key && point === at);
    const sections = draft.sections.map((section) => ({
      ...section,
      is_shown: section.is_shown || isNamed(section.key),
      points: section.points.map((point, at) => ({ ...point, is_shown: point.is_shown || isNamed(section.key, at) })),
    }));
    const changes = { revision: 2, updated_at: now, updated_by: actor.userId, is_example: false, slug };
    await updateDraft(tx, { id: item.id, action: "saved", draft: JSON.stringify({ ...draft, sections }), ...changes });
    const revision = await publishDraft(tx, effects, item.id, { now, publishedBy: actor.userId });
    effects.audit("content_published", item.id, { revision });
  }
}

/** @throws HttpError 409 for an event that people have answered: it is cancelled first. */
export const keepingAnswered = (change: Promise<unknown>) =>
  change.catch((error: unknown) => {
    if (isCheckViolation(error, "event_is_answered")) throw new HttpError("event_answered", eventDeskMessages.answered);
    throw error;
  });
