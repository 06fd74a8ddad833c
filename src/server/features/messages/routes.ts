import { type Kysely, sql, type Transaction } from "kysely";
import { pageQuerySchema } from "#shared/lists.ts";
import { chatText, fieldsIn, fillFields, unknownFieldIn } from "#shared/messages/message-text.ts";
import {
  dropWords,
  type MessageKind,
  type MessageMailState,
  type MessageState,
  messageMailStateLabels,
  messageMailStates,
  messageMessages as messages,
  type ServicePurpose,
} from "#shared/messages/message-words.ts";
import {
  type AudienceInput,
  type AudiencePreview,
  audienceInputSchema,
  audiencePreviewSchema,
  type Message,
  type MessageAudience,
  type MessageInput,
  type MessageQuery,
  messageChangeSchema,
  messageCopySchema,
  messageInputSchema,
  messageListSchema,
  messageQuerySchema,
  messageScheduleSchema,
  messageSchema,
  messageStartSchema,
  messageVersionSchema,
  ownMessageListSchema,
  recipientListSchema,
  recipientPageSchema,
  recipientQuerySchema,
} from "#shared/messages/messages.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import type { Effects } from "../../platform/db/types.ts";
import { type CsvExport, csvExport } from "../../platform/http/csv-stream.ts";
import { HttpError, notFound, onlyPost, refusedField } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { type Policy, withCan } from "../../platform/http/policy.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { runCommand } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { readFieldValues } from "./mails.ts";

const route = routesOf("Messages");

const list = route("get", "/messages", {
  name: "listMessages",
  summary: "Messages by state and kind, with what came of their mails",
  audience: "admin",
  key: "read",
  query: messageQuerySchema,
  answer: messageListSchema,
});

const mine = route("get", "/messages/mine", {
  name: "listOwnMessages",
  summary: "Messages that one was sent; an offer is on its deal’s page alone",
  audience: "approved",
  query: pageQuerySchema,
  answer: ownMessageListSchema,
});

const create = route("post", "/messages", {
  name: "createMessage",
  summary: "Write a draft",
  audience: "admin",
  body: messageInputSchema,
  status: 201,
  answer: messageSchema,
  refuses: ["unknown_field", "offer_to_public"],
});

const preview = route("post", "/messages/audience", {
  name: "previewMessageAudience",
  summary: "Who would get a message now, and who would not, by the reason",
  audience: "admin",
  body: audienceInputSchema,
  answer: audiencePreviewSchema,
});

const read = route("get", "/messages/{id}", {
  name: "getMessage",
  summary: "A message with the report of its mails",
  audience: "admin",
  key: "read",
  params: idParameter,
  answer: messageSchema,
});

const change = route("put", "/messages/{id}", {
  name: "changeMessage",
  summary: "Change a message that was not started: it is a draft again, and its approval void",
  audience: "admin",
  params: idParameter,
  body: messageChangeSchema,
  answer: messageSchema,
  refuses: ["unknown_field", "offer_to_public", "revision_conflict", "message_finished"],
});

const remove = route("delete", "/messages/{id}", {
  name: "deleteMessage",
  summary: "Delete a draft",
  audience: "admin",
  params: idParameter,
  answer: statusSchema,
  refuses: ["message_finished"],
});

const test = route("post", "/messages/{id}/test", {
  name: "testMessage",
  summary: "Send the message to oneself",
  audience: "admin",
  params: idParameter,
  body: messageVersionSchema,
  answer: messageSchema,
  refuses: ["mail_unset", "revision_conflict", "rate_limited"],
});

const submit = route("post", "/messages/{id}/submit", {
  name: "submitMessage",
  summary: "Ask another admin to approve a message about an offer",
  audience: "admin",
  params: idParameter,
  answer: messageSchema,
  refuses: ["offer_unanswered", "preview_missing", "revision_conflict", "message_finished"],
});

const approve = route("post", "/messages/{id}/approve", {
  name: "approveMessage",
  summary: "Approve a message about an offer, as another person than its author",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: messageVersionSchema,
  answer: messageSchema,
  refuses: ["second_person_required", "revision_conflict"],
});

const starting = [
  "offer_unanswered",
  "preview_missing",
  "second_person_required",
  "audience_changed",
  "audience_empty",
  "message_finished",
] as const;

const schedule = route("post", "/messages/{id}/schedule", {
  name: "scheduleMessage",
  summary: "Send a message later",
  audience: "admin",
  params: idParameter,
  body: messageScheduleSchema,
  answer: messageSchema,
  refuses: [...starting, "send_at_past"],
});

const start = route("post", "/messages/{id}/start", {
  name: "startMessage",
  summary: "Send a message now: who gets it is fixed",
  audience: "admin",
  params: idParameter,
  body: messageStartSchema,
  answer: messageSchema,
  refuses: starting,
});

const pause = route("post", "/messages/{id}/pause", {
  name: "pauseMessage",
  summary: "Hold back the mails that have not left",
  audience: "admin",
  params: idParameter,
  answer: messageSchema,
  refuses: ["message_finished"],
});

const resume = route("post", "/messages/{id}/resume", {
  name: "resumeMessage",
  summary: "Send the mails that were held back",
  audience: "admin",
  params: idParameter,
  answer: messageSchema,
  refuses: ["message_finished"],
});

const stop = route("post", "/messages/{id}/stop", {
  name: "stopMessage",
  summary: "Never send the mails that have not left",
  audience: "admin",
  params: idParameter,
  answer: messageSchema,
  refuses: ["message_finished"],
});

const settle = route("post", "/messages/{id}/settle-unknown", {
  name: "resendUnknownMails",
  summary: "Send again to people of whom it is not known whether the mail server took theirs",
  audience: "admin",
  params: idParameter,
  answer: messageSchema,
  refuses: ["message_finished"],
});

const recipients = route("get", "/messages/{id}/recipients", {
  name: "listMessageRecipients",
  summary: "Whom a message was meant for, and what came of each mail",
  audience: "admin",
  key: "read",
  params: idParameter,
  query: recipientPageSchema,
  answer: recipientListSchema,
});

const download = route("post", "/messages/{id}/recipients.csv", {
  name: "exportMessageRecipients",
  summary: "The same as a CSV file",
  audience: "admin",
  params: idParameter,
  query: recipientQuerySchema,
  file: "text/csv",
});

const copy = route("get", "/messages/{id}/copy", {
  name: "copyMessage",
  summary: "The text for a chat group; of an offer only that there is news",
  audience: "admin",
  key: "read",
  params: idParameter,
  answer: messageCopySchema,
});

const listed = ["id", "kind", "subject", "state", "created_at", "created_by_name", "send_at", "started_at"] as const;
const columns = [
  ...listed,
  "purpose",
  "text",
  "audience",
  "is_offer",
  "not_offer_because",
  "deal_id",
  "deal_company",
  "is_personal",
  "version",
  "updated_at",
  "tested_at",
  "submitted_by_name",
  "approved_at",
  "approved_by_name",
  "started_by_name",
  "ended_at",
  "refusal",
] as const;

type MailStates = Record<MessageMailState, number>;

async function listMessages(db: Kysely<DB>, { q, state, kind, ...page }: MessageQuery) {
  const found = db
    .selectFrom("message_list")
    .select(listed)
    .$narrowType<{ kind: MessageKind; state: MessageState }>()
    .$if(Boolean(q), (query) => query.where(sql<boolean>`strpos(lower(subject), ${q?.toLowerCase()}) > 0`))
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? null))
    .$if(kind !== undefined, (query) => query.where("kind", "=", kind ?? null));
  const { items, next_cursor } = await keysetPage(found, newestFirst("created_at"), page);
  const counts = await countMails(
    db,
    items.map(({ id }) => id),
  );
  return { items: items.map((item) => ({ ...item, states: statesOf(counts, item.id) })), next_cursor };
}

interface Count {
  message_id: string;
  state: string;
  reason: string | null;
  people: number;
}

const countMails = async (db: Kysely<DB>, ids: readonly string[]): Promise<Count[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom("message_mails")
        .select(["message_id", "state", "reason"])
        .select(({ fn }) => fn.countAll<number>().as("people"))
        .where("message_id", "in", ids)
        .groupBy(["message_id", "state", "reason"])
        .orderBy("people", "desc")
        .orderBy("reason")
        .execute();

function statesOf(counts: readonly Count[], id: string): MailStates {
  const peopleIn = (state: MessageMailState) =>
    counts.filter((row) => row.message_id === id && row.state === state).reduce((sum, { people }) => sum + people, 0);
  return Object.fromEntries(messageMailStates.map((state) => [state, peopleIn(state)])) as MailStates;
}

/** @throws HttpError 404 without one. */
async function getMessage(db: Kysely<DB>, actor: Caller["actor"], id: string): Promise<Message> {
  const row = await db
    .selectFrom("message_list")
    .select(columns)
    .$narrowType<{
      kind: MessageKind;
      state: MessageState;
      purpose: ServicePurpose | null;
      audience: MessageAudience;
    }>()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("message");
  const counts = await countMails(db, [id]);
  const dropped = counts.flatMap(({ state, reason, people }) =>
    reason !== null && (state === "dropped" || state === "failed") ? [{ reason, people }] : [],
  );
  return withCan(messagePolicy, actor, { ...row, states: statesOf(counts, id), dropped }) as unknown as Message;
}

type PolicyRow = Pick<Message, "kind" | "state" | "refusal"> & {
  tested_at: unknown;
  approved_at: unknown;
  states: MailStates;
};

const messagePolicy: Policy<PolicyRow, keyof Message["can"]> = ({ isAdmin }, row) => {
  const { kind, state, states, tested_at, approved_at, refusal } = row;
  const isWritten = isAdmin && ["draft", "in_review", "scheduled"].includes(state);
  const isReady = isWritten && tested_at !== null;
  return {
    change: isWritten,
    delete: isAdmin && state === "draft",
    test: isWritten,
    submit: isReady && kind === "offer" && state === "draft",
    approve: isAdmin && state === "in_review" && approved_at === null && refusal === null,
    send: isReady && (kind !== "offer" || approved_at !== null),
    pause: isAdmin && state === "sending",
    resume: isAdmin && state === "paused",
    stop: isAdmin && (state === "sending" || state === "paused"),
    settle_unknown: isAdmin && states.unknown > 0 && (state === "sending" || state === "sent"),
  };
};

/** What no column or schema can say. @throws HttpError 422 at the field. */
async function assertWritten(
  tx: Transaction<DB>,
  input: MessageInput,
  { newsletter }: { newsletter: { mode: string } },
) {
  const { kind, purpose, subject, text, audience, is_offer, not_offer_because, deal_id } = input;
  for (const [path, value] of [
    ["subject", subject],
    ["text", text],
  ] as const) {
    const unknown = unknownFieldIn(value);
    if (unknown !== undefined) throw fieldError("unknown_field", path, messages.unknownField(unknown));
    const lacking = fieldsIn(value).find((name) => lacksSubject(name, audience));
    if (lacking !== undefined) throw fieldError("unknown_field", path, messages.fieldWithoutSubject(lacking));
  }
  const isPublic = "newsletter" in audience;
  if (isPublic && is_offer) throw fieldError("offer_to_public", "audience", messages.offerToPublic);
  if (isPublic !== (kind === "newsletter")) throw refusedField("audience", messages.audienceOfKind);
  if (isPublic && newsletter.mode !== "list") throw refusedField("audience", messages.newsletterOff);
  if (kind === "company" && !holds(audience, "holders_of")) throw refusedField("audience", messages.audienceOfKind);
  if (kind === "event" && !holds(audience, "event") && !holds(audience, "no_answer_to")) {
    throw refusedField("audience", messages.audienceOfKind);
  }
  if ((kind === "service") !== (purpose !== null)) throw refusedField("purpose", messages.purposeMissing);
  if ((kind === "offer") !== (is_offer === true)) throw refusedField("is_offer", messages.offerUnanswered);
  if ((is_offer === false) !== (not_offer_because !== null))
    throw refusedField("not_offer_because", messages.reasonMissing);
  if ((kind === "offer") !== (deal_id !== null)) throw refusedField("deal_id", messages.dealMissing);
  if (deal_id !== null && !(await exists(tx, "deals", deal_id))) throw notFound("deal");
  if (is_offer === false) await assertNamesNoDeal(tx, `${subject} ${text}`);
}

const fieldError = (code: "unknown_field" | "offer_to_public", path: string, message: string) =>
  new HttpError(code, message, { errors: [{ path, message }] });

const holds = (audience: MessageAudience, key: string): boolean => JSON.stringify(audience).includes(`"${key}":`);

const lacksSubject = (name: string, audience: MessageAudience): boolean =>
  (name.startsWith("event_") && !holds(audience, "event") && !holds(audience, "no_answer_to")) ||
  (name === "company_name" && !holds(audience, "holders_of"));

const exists = async (tx: Kysely<DB>, table: "deals" | "messages", id: string): Promise<boolean> =>
  (await tx.selectFrom(table).select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

async function assertNamesNoDeal(tx: Transaction<DB>, text: string): Promise<void> {
  const { rows } = await sql<{ company: string | null }>`select deal_named_in(${text}) as company`.execute(tx);
  const company = rows[0]?.company;
  if (company) throw refusedField("is_offer", messages.namesDeal(company));
}

const storedOf = ({ audience, ...input }: MessageInput) => ({ ...input, audience: JSON.stringify(audience) });

async function write({ dependencies, actor }: Caller, input: MessageInput): Promise<Message> {
  const club = await dependencies.readClub();
  return dependencies.asActor(actor, async (tx, effects) => {
    await assertWritten(tx, input, club);
    const { id } = await tx
      .insertInto("messages")
      .values({ ...storedOf(input), created_by: actor.userId, updated_by: actor.userId })
      .returning("id")
      .executeTakeFirstOrThrow();
    effects.audit("message_written", id, factsOf(input));
    return getMessage(tx, actor, id);
  });
}

const factsOf = ({ kind, is_offer, not_offer_because }: MessageInput) => ({
  kind,
  is_offer,
  ...(not_offer_because !== null && { not_offer_because }),
});

async function rewrite({ dependencies, actor }: Caller, id: string, input: MessageInput, expectedVersion: number) {
  const club = await dependencies.readClub();
  return dependencies.asActor(actor, async (tx, effects) => {
    const before = await getMessage(tx, actor, id);
    if (before.started_at !== null) throw new HttpError("message_finished", messages.finished);
    await assertWritten(tx, input, club);
    const changed = await tx
      .updateTable("messages")
      .set({
        ...storedOf(input),
        version: expectedVersion + 1,
        state: "draft",
        updated_at: dependencies.now(),
        updated_by: actor.userId,
        tested_at: null,
        submitted_at: null,
        submitted_by: null,
        approved_at: null,
        approved_by: null,
        send_at: null,
      })
      .where("id", "=", id)
      .where("version", "=", expectedVersion)
      .returning("id")
      .executeTakeFirst();
    if (!changed) throw new HttpError("revision_conflict", messages.changed, { record: before });
    effects.audit("message_changed", id, factsOf(input));
    return getMessage(tx, actor, id);
  });
}

const removeDraft = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { state, kind } = await getMessage(tx, actor, id);
    if (state !== "draft") throw new HttpError("message_finished", messages.notDraft);
    await tx.deleteFrom("messages").where("id", "=", id).execute();
    effects.audit("message_deleted", id, { kind });
    return { status: true };
  });

async function sendTest({ dependencies, actor }: Caller, id: string, version: number) {
  const { newsletter, isSampleClub, limits, asActor } = dependencies;
  if (!newsletter.hasMailServer && !isSampleClub) throw new HttpError("mail_unset", messages.mailUnset);
  const userId = actor.userId ?? "";
  await limits.testMailsPerPerson.take(userId);
  return asActor(actor, async (tx, effects) => {
    await runCommand(tx, sql`note_message_test(${id}, ${version})`, "message");
    effects.mail("message-test", { message_id: id, user_id: userId });
    return getMessage(tx, actor, id);
  });
}

/** Calls a function of the database, and answers with the message as it is then. */
const act = (
  { dependencies, actor }: Caller,
  id: string,
  work: (tx: Transaction<DB>, effects: Effects) => Promise<unknown>,
): Promise<Message> =>
  dependencies.asActor(actor, async (tx, effects) => {
    await work(tx, effects);
    return getMessage(tx, actor, id);
  });

const submitOne = (caller: Caller, id: string) =>
  act(caller, id, async (tx, effects) => {
    const outcome = await transition(tx, { table: "messages", id, from: ["draft"], to: "in_review" }, "message");
    if (outcome === "changed") effects.audit("message_submitted", id);
  });

const approveOne = (caller: Caller, id: string, version: number) =>
  act(caller, id, async (tx, effects) => {
    await runCommand(tx, sql`approve_message(${id}, ${version})`, "message");
    effects.audit("message_approved", id);
  });

const scheduleOne = (caller: Caller, id: string, sendAt: Date, expected: number) =>
  act(caller, id, async (tx, effects) => {
    await runCommand(tx, sql`schedule_message(${id}, ${sendAt}, ${expected})`, "message");
    effects.audit("message_scheduled", id, { send_at: sendAt.toISOString(), people: expected });
    effects.schedule("message-start", { message_id: id }, sendAt);
  });

const startOne = (caller: Caller, id: string, expected: number) =>
  act(caller, id, async (tx, effects) => {
    await runCommand(tx, sql`start_message(${id}, ${expected})`, "message");
    effects.audit("message_started", id, { people: expected });
    effects.schedule("message-mails", { message_id: id }, caller.dependencies.now());
  });

const moves = {
  paused: { from: ["sending"], audit: "message_paused" },
  sending: { from: ["paused"], audit: "message_resumed" },
  stopped: { from: ["sending", "paused"], audit: "message_stopped" },
} as const;

const move = (caller: Caller, id: string, to: keyof typeof moves) =>
  act(caller, id, async (tx, effects) => {
    const { from, audit } = moves[to];
    const outcome = await transition<string>(tx, { table: "messages", id, from, to }, "message");
    if (outcome !== "changed") throw new HttpError("message_finished", messages.finished);
    effects.audit(audit, id);
    if (to === "sending") effects.schedule("message-mails", { message_id: id }, caller.dependencies.now());
  });

const resendUnknown = (caller: Caller, id: string) =>
  act(caller, id, async (tx, effects) => {
    const people = await runCommand<number>(tx, sql`resend_unknown_mails(${id})`, "message");
    effects.audit("message_sent_again", id, { people });
    effects.schedule("message-mails", { message_id: id }, caller.dependencies.now());
  });

async function previewAudience(db: Kysely<DB>, { kind, audience, deal_id }: AudienceInput): Promise<AudiencePreview> {
  const { rows } = await sql<{ preview: AudiencePreview }>`
    select preview_audience(${kind}, ${JSON.stringify(audience)}::jsonb, ${deal_id}) as preview`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("preview_audience returned no row");
  return row.preview;
}

interface Recipients {
  id: string;
  q?: string | undefined;
  state?: MessageMailState | undefined;
}

/** @throws HttpError 404 where there is no such message. */
async function listRecipients(
  db: Kysely<DB>,
  { id, q, state }: Recipients,
  page: { limit: number; cursor?: string | undefined },
) {
  if (!(await exists(db, "messages", id))) throw notFound("message");
  const found = db
    .selectFrom("message_recipients")
    .select(["id", "user_id", "full_name", "email", "state", "reason", "changed_at"])
    .$narrowType<{ state: MessageMailState }>()
    .where("message_id", "=", id)
    .$if(Boolean(q), (query) =>
      query.where(sql<boolean>`strpos(lower(concat_ws(' ', full_name, email)), ${q?.toLowerCase()}) > 0`),
    )
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? null));
  return keysetPage(found, [{ name: "id", type: "uuid", direction: "asc" }] as const, page);
}

type RecipientRow = Awaited<ReturnType<typeof listRecipients>>["items"][number];

const recipientsCsv = (of: Recipients): CsvExport<RecipientRow> => ({
  name: "message-recipients",
  columns: ["Name", "Email", "State", "Why", "At (UTC)"],
  toRow: ({ full_name, email, state, reason, changed_at }) => [
    full_name ?? "",
    email ?? "",
    messageMailStateLabels[state],
    reason === null ? "" : dropWords(reason, 1).replace(/^1 /, ""),
    changed_at?.toISOString() ?? "",
  ],
  list: (tx, page) => listRecipients(tx, of, page),
  audit: (effects) => effects.audit("message_recipients_exported", of.id),
});

/** With the values of the reader filled in. */
async function listOwn({ dependencies, actor }: Caller, page: { limit: number; cursor?: string | undefined }) {
  const db = dependencies.readAs(actor);
  const found = db
    .selectFrom("own_messages")
    .select(["id", "message_id", "kind", "subject", "text", "sent_at"])
    .$narrowType<{ kind: MessageKind; message_id: string; subject: string; text: string; sent_at: Date }>();
  const { items, next_cursor } = await keysetPage(found, newestFirst("sent_at"), page);
  const filled = [];
  for (const item of items) {
    const hasFields = fieldsIn(item.subject + item.text).length > 0;
    const values = hasFields ? await readFieldValues(db, item.message_id, actor.userId) : {};
    filled.push({ ...item, subject: fillFields(item.subject, values), text: fillFields(item.text, values) });
  }
  return { items: filled, next_cursor };
}

export const messageRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json((await listMessages(dependencies.readAs(actor), c.req.valid("query"))) as never, 200);
  })
  .openapi(mine, async (c) => c.json((await listOwn(c.var, c.req.valid("query"))) as never, 200))
  .openapi(create, async (c) => c.json(await write(c.var, c.req.valid("json")), 201))
  .openapi(preview, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await dependencies.asActor(actor, (tx) => previewAudience(tx, c.req.valid("json"))), 200);
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await getMessage(dependencies.readAs(actor), actor, c.req.valid("param").id), 200);
  })
  .openapi(change, async (c) => {
    const { expected_version, ...input } = c.req.valid("json");
    return c.json(await rewrite(c.var, c.req.valid("param").id, input, expected_version), 200);
  })
  .openapi(remove, async (c) => c.json(await removeDraft(c.var, c.req.valid("param").id), 200))
  .openapi(test, async (c) =>
    c.json(await sendTest(c.var, c.req.valid("param").id, c.req.valid("json").expected_version), 200),
  )
  .openapi(submit, async (c) => c.json(await submitOne(c.var, c.req.valid("param").id), 200))
  .openapi(approve, async (c) =>
    c.json(await approveOne(c.var, c.req.valid("param").id, c.req.valid("json").expected_version), 200),
  )
  .openapi(schedule, async (c) => {
    const { send_at, expected_count } = c.req.valid("json");
    return c.json(await scheduleOne(c.var, c.req.valid("param").id, new Date(send_at), expected_count), 200);
  })
  .openapi(start, async (c) =>
    c.json(await startOne(c.var, c.req.valid("param").id, c.req.valid("json").expected_count), 200),
  )
  .openapi(pause, async (c) => c.json(await move(c.var, c.req.valid("param").id, "paused"), 200))
  .openapi(resume, async (c) => c.json(await move(c.var, c.req.valid("param").id, "sending"), 200))
  .openapi(stop, async (c) => c.json(await move(c.var, c.req.valid("param").id, "stopped"), 200))
  .openapi(settle, async (c) => c.json(await resendUnknown(c.var, c.req.valid("param").id), 200))
  .openapi(recipients, async (c) => {
    const { dependencies, actor } = c.var;
    const { q, state, ...page } = c.req.valid("query");
    const found = await listRecipients(dependencies.readAs(actor), { id: c.req.valid("param").id, q, state }, page);
    return c.json(found as never, 200);
  })
  .openapi(
    download,
    async (c) =>
      c.body(
        ...(await csvExport(c.var, recipientsCsv({ id: c.req.valid("param").id, ...c.req.valid("query") }))),
      ) as never,
  )
  .openapi(copy, async (c) => {
    const { dependencies, actor } = c.var;
    const message = await getMessage(dependencies.readAs(actor), actor, c.req.valid("param").id);
    return c.json({ text: chatText(message) }, 200);
  });
messageRoutes.get(download.getRoutingPath(), onlyPost);
