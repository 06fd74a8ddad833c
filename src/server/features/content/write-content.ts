import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import type { z } from "zod";
import { type contentSaveSchema, contentSchemas, type newContentSchema } from "#shared/content.ts";
import { type ContentKind, contentMessages } from "#shared/content-messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { refuseBadInput } from "../../router.ts";
import { getContent, getWritten, lockExpected } from "./get-content.ts";
import { findRevision, insertContent, insertDraftRevision } from "./queries.ts";
import { slugOf, slugsAfter } from "./slug.ts";

/** @throws HttpError 409 for a slug that the kind has already. */
export function createContent({ dependencies, actor }: Caller, input: z.output<typeof newContentSchema>) {
  const { kind } = input;
  const draft = parseContent(kind, input.content);
  return dependencies.asActor(actor, async (tx) => {
    const title = "title" in draft ? draft.title : "question" in draft ? draft.question : draft.name;
    const slugs = input.slug ? [input.slug] : slugsAfter(slugOf(title, kind));
    for (const slug of slugs) {
      const inserted = await insertContent(tx, { kind, slug, draft, updated_by: actor.userId });
      if (!inserted) continue;
      await insertDraftRevision(tx, { itemId: inserted.id, action: "saved", by: actor.userId });
      return getContent(tx, actor, inserted.id);
    }
    throw slugTaken();
  });
}

/** A save of the same text changes nothing. @throws HttpError 409 with the present item after somebody else's save. */
export function saveContent(
  { dependencies, actor }: Caller,
  id: string,
  { expected_revision, slug, content }: z.output<typeof contentSaveSchema>,
) {
  return dependencies.asActor(actor, async (tx) => {
    const item = await lockExpected(tx, actor, id, expected_revision);
    const draft = parseContent(item.kind, content);
    if (slug && slug !== item.slug && item.first_published_at) throw refusedField("slug", contentMessages.slugFixed);
    if (isDeepStrictEqual(item.draft, draft) && (slug ?? item.slug) === item.slug) return getContent(tx, actor, id);
    await writeDraft(tx, { item, draft, slug, action: "saved", by: actor.userId, now: dependencies.now() });
    return getWritten(tx, actor, id, draft);
  });
}

export function restoreRevision(
  { dependencies, actor }: Caller,
  { id, number }: { id: string; number: number },
  expectedRevision: number,
) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const item = await lockExpected(tx, actor, id, expectedRevision);
    const restored = await findRevision(tx, id, number);
    if (!restored) throw notFound("revision");
    const draft = parseContent(item.kind, restored.content);
    await writeDraft(tx, { item, draft, action: "restored", by: actor.userId, now: dependencies.now() });
    effects.audit("content_restored", id, { revision: number });
    return getContent(tx, actor, id);
  });
}

interface Writing {
  item: Awaited<ReturnType<typeof lockExpected>>;
  draft: object;
  slug?: string | undefined;
  action: "saved" | "restored";
  by: string | null;
  now: Date;
}

async function writeDraft(tx: Transaction<DB>, { item, draft, slug, action, by, now }: Writing): Promise<void> {
  const { id } = item;
  // The mark is of what is published: it goes when this text is.
  const is_example = item.is_example && item.published_revision !== null;
  const changes = { revision: item.revision + 1, slug: slug ?? item.slug, is_example, updated_at: now, updated_by: by };
  await tx
    .updateTable("content_items")
    .set({ ...changes, draft: JSON.stringify(draft) })
    .where("id", "=", id)
    .execute()
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? slugTaken() : error;
    });
  await insertDraftRevision(tx, { itemId: id, action, by });
}

/** @throws HttpError 422 that names the fields as "content.title". */
function parseContent<Kind extends ContentKind>(kind: Kind, content: unknown): z.output<(typeof contentSchemas)[Kind]> {
  const parsed = contentSchemas[kind].safeParse(content);
  if (parsed.success) return parsed.data as z.output<(typeof contentSchemas)[Kind]>;
  for (const issue of parsed.error.issues) issue.path.unshift("content");
  refuseBadInput(parsed);
  throw parsed.error;
}

const slugTaken = () =>
  new HttpError(409, "slug_taken", contentMessages.slugTaken, {
    errors: [{ path: "slug", message: contentMessages.slugTaken }],
  });
