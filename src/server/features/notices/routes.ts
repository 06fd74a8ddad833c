import type { Kysely, Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import { noticePreferencesMessages } from "#shared/notices/notice-preferences-messages.ts";
import { noticeRules } from "#shared/notices/notice-rules.ts";
import {
  type NoticeKind,
  type NoticesRead,
  noticeChoiceInputSchema,
  noticeChoiceListSchema,
  noticeListSchema,
  noticesReadResponseSchema,
  noticesReadSchema,
  noticeTexts,
  unsubscribedSchema,
  unsubscribeTokenSchema,
} from "#shared/notices/notices.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { unsubscribePage } from "../../platform/mail/unsubscribe-links.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { findUndelivered, isOffered, listChoices, setChoice } from "./choices.ts";

const route = routesOf("Notices");

const list = route("get", "/notices", {
  name: "listNotices",
  summary: "One's own notices, and how many of all are unread",
  audience: "person",
  query: pageQuerySchema,
  answer: noticeListSchema,
});

const read = route("post", "/notices/read", {
  name: "markNoticesRead",
  summary: "Mark some or all of one's own notices as read",
  audience: "person",
  body: noticesReadSchema,
  answer: noticesReadResponseSchema,
});

const readChoices = route("get", "/notice-choices/me", {
  name: "getOwnNoticeChoices",
  summary: "Of which topics one gets emails",
  audience: "person",
  answer: noticeChoiceListSchema,
});

const changeChoices = route("put", "/notice-choices/me", {
  name: "saveOwnNoticeChoices",
  summary: "Choose whether one gets emails of a topic",
  audience: "member",
  body: noticeChoiceInputSchema,
  answer: noticeChoiceListSchema,
  refuses: ["not_found"],
});

const unsubscribe = route("post", "/mail-consents/unsubscribe", {
  name: "unsubscribeFromMails",
  summary: "End the mails of one topic by a mail's link",
  audience: "anyone",
  body: unsubscribeTokenSchema,
  answer: unsubscribedSchema,
  refuses: ["invalid_token"],
});

const oneClick = route("post", "/mail-consents/one-click", {
  name: "unsubscribeFromMailsByOneClick",
  summary: "The same for mail programs (RFC 8058)",
  audience: "anyone",
  query: unsubscribeTokenSchema,
  answer: statusSchema,
  refuses: ["invalid_token"],
});

const oneClickPage = route("get", "/mail-consents/one-click", {
  name: "refuseToUnsubscribeFromMails",
  summary: "Where a browser is sent that opens this address",
  audience: "anyone",
  query: unsubscribeTokenSchema,
  description: "To the page with the button.",
  status: 302,
});

export const noticeRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const [page, unread_count] = await Promise.all([listNotices(db, c.req.valid("query")), countUnread(db)]);
    return c.json({ ...page, unread_count }, 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const unread_count = await dependencies.asActor(actor, async (tx) => {
      await markRead(tx, c.req.valid("json"), dependencies.now());
      return countUnread(tx);
    });
    return c.json({ unread_count }, 200);
  })
  .openapi(readChoices, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await choicesOf(dependencies.readAs(actor), await readerOf(c.var)), 200);
  })
  .openapi(changeChoices, async (c) => {
    const { dependencies, actor } = c.var;
    const chosen = c.req.valid("json");
    const reader = await readerOf(c.var);
    if (!isOffered(chosen.topic, reader)) throw notFound("topic");
    const { agreement } = (await dependencies.readClub()).newsletter;
    const choices = await dependencies.asActor(actor, async (tx, effects) => {
      await setChoice(tx, effects, chosen, { userId: reader.userId, now: dependencies.now(), agreement });
      return choicesOf(tx, reader);
    });
    return c.json(choices, 200);
  })
  .openapi(unsubscribe, async (c) => c.json({ topic: await endMails(c.var, c.req.valid("json").token) }, 200))
  .openapi(oneClick, async (c) => {
    await endMails(c.var, c.req.valid("query").token);
    return c.json({ status: true }, 200);
  })
  .openapi(oneClickPage, (c) =>
    c.redirect(unsubscribePage(c.var.dependencies.appUrl, c.req.valid("query").token), 302),
  );

const choicesOf = async (db: Kysely<DB>, reader: Parameters<typeof listChoices>[1]) => ({
  items: await listChoices(db, reader),
  undelivered: await findUndelivered(db, reader.userId),
});

async function readerOf({ dependencies, actor }: Caller) {
  return {
    userId: actor.userId ?? "",
    isMember: actor.isMember,
    isAdmin: actor.isAdmin,
    hasNewsletter: (await dependencies.readClub()).newsletter.mode === "list",
  };
}

async function endMails({ dependencies }: Pick<Caller, "dependencies">, token: string) {
  const topic = await dependencies.unsubscribe(token);
  if (!topic) throw new HttpError("invalid_token", noticePreferencesMessages.linkInvalid);
  return topic;
}

/** Policies limit rows to the actor's own. */
export async function listNotices(db: Kysely<DB>, page: { limit: number; cursor?: string | undefined }) {
  const notices = db
    .selectFrom("notices")
    .select(["id", "kind", "text", "subject_id", "created_at", "read_at"])
    .$narrowType<{ kind: NoticeKind }>();
  const { items, next_cursor } = await keysetPage(notices, newestFirst("created_at"), page);
  const toNotice = (notice: (typeof items)[number]) => ({
    ...notice,
    text: notice.text ?? noticeTexts[notice.kind],
    path: noticeRules[notice.kind].leadsTo(notice.subject_id),
  });
  return { items: items.map(toNotice), next_cursor };
}

async function countUnread(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom("notices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Skips unknown ids and other people's. */
async function markRead(tx: Transaction<DB>, which: NoticesRead, now: Date): Promise<void> {
  const unread = tx.updateTable("notices").set({ read_at: now }).where("read_at", "is", null);
  await ("ids" in which ? unread.where("id", "in", which.ids) : unread).execute();
}
