import { sql } from "kysely";
import { type ActKind, type ActPart, actKindLabels, actPartLabels, codeOf } from "#shared/acts/act-messages.ts";
import { goesOnAt, memberCode, nobodyAnswers, oneOf } from "#shared/acts/act-words.ts";
import type { Act, ActContent } from "#shared/acts/acts.ts";
import { formatMoment } from "#shared/london-time.ts";
import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { feeWords, formatPence } from "#shared/pence.ts";
import type { MailBlock } from "../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";

interface ActMail {
  user_id: string;
  act_id: string;
}

const writeActNews: WriteMail<ActMail & { news: "waits" | "objected" }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const act = await findAct(context, data.act_id);
  if (!person || !act) return undefined;
  const what = actKindLabels[act.kind].toLowerCase();
  const code = codeOf(act.content_sha256);
  const waits = data.news === "waits";
  if (waits && act.state !== "waiting") return undefined;
  const objections = waits ? [] : await listObjections(read, data.act_id);
  if (!waits && objections.length === 0) return undefined;
  const until = act.expires_at && formatMoment(act.expires_at);
  return {
    to: person.email,
    content: {
      subject: waits ? `${act.company}: the ${what} waits for you` : `${act.company}: somebody objects to the ${what}`,
      preview: `Code of this list: ${code}.`,
      heading: waits ? `The ${what} waits for you` : `Somebody objects to the ${what}`,
      name: person.name,
      body: waits
        ? [
            `${act.author} has signed the ${what} of ${act.company}. Its code is ${code}: both of you see the same.`,
            `Read it and sign it${until ? ` by ${until}` : ""}. It moves nothing before.`,
          ]
        : [
            `A member who takes part in ${act.company} objects to the ${what}, code ${code}. It stands still.`,
            ...objections.flatMap(({ number, reason }) => [
              `The reason of member ${memberCode(number)}:`,
              { quote: reason },
            ]),
            act.answerers.length > 0
              ? `${oneOf(act.answerers)} can answer. It goes on a day after that, or once the objection is withdrawn.`
              : nobodyAnswers(act),
          ],
      action: { label: "Read the list", url: pageUrl(appUrl, paths.dealLists(act.deal_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you sign for deals of ${club.identity.name}.`,
    },
  };
};

/** To a member who takes part: what was decided by hand, or is new, with their own shares, and by when they object. */
const writeActAnnounced: WriteMail<ActMail> = async (context, { user_id, act_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const act = await findAct(context, act_id);
  const until = act?.not_before;
  if (!person || !act || act.state !== "signed" || !until || until <= context.now()) return undefined;
  const { rows } = await sql<{ number: number }>`
    select c.number from commitments c join investor_records r on r.id = c.record_id
     where c.deal_id = ${act.deal_id} and r.user_id = ${user_id} and takes_part(c.deal_id, r.user_id)`.execute(read);
  const content = JSON.parse(act.content) as ActContent;
  const lines = content.shares?.lines ?? [];
  // Who withdrew and committed again has several numbers, of which the list has one.
  const own = lines.find((line) => rows.some(({ number }) => number === line.number));
  const isChanged = act.parts.some(({ part, is_discretionary }) => part === "shares" && is_discretionary);
  const accounts = act.parts.filter(({ part, is_discretionary }) => part !== "shares" && is_discretionary);
  const subject = isChanged
    ? `${act.company}: shares were changed by hand, object by ${formatMoment(until)}`
    : `${act.company}: a new account, object by ${formatMoment(until)}`;
  return {
    to: person.email,
    content: {
      subject,
      preview: `You can object until ${formatMoment(until)}.`,
      heading: isChanged ? "Shares were changed by hand" : "Money goes to a new account",
      name: person.name,
      body: [
        `Two have signed the closing list of ${act.company}, code ${codeOf(act.content_sha256)}.`,
        ...(own ? [ownWords(own)] : []),
        ...(isChanged
          ? lines.flatMap(({ number, base, rest, shares, reason }) =>
              reason === null
                ? []
                : [
                    `Member ${memberCode(number)}${number === own?.number ? ", you" : ""}: ${shareWords(shares)}, not ${shareWords(base + rest)}. The reason:`,
                    { quote: reason },
                  ],
            )
          : []),
        ...accounts.map(({ part }) => `New: ${actPartLabels[part].toLowerCase()}.`),
        isChanged
          ? `The shares are carried out from ${formatMoment(until)}, in London, unless somebody objects before.`
          : `No money goes to a new account before ${formatMoment(until)}, in London, nor while an objection is not answered.`,
      ],
      action: { label: "Read the list, or object", url: pageUrl(appUrl, paths.dealLists(act.deal_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you take part in ${act.company} at ${club.identity.name}.`,
    },
  };
};

const writeActAnswered: WriteMail<{ user_id: string; objection_id: string }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const objection = await read
    .selectFrom("act_objections as o")
    .select(["o.act_id", "o.reason", "o.answer"])
    .select(
      sql<string>`coalesce((select p.name from people p where p.id = o.answered_by), 'A deleted account')`.as("by"),
    )
    .where("o.id", "=", data.objection_id)
    .where("o.withdrawn_at", "is", null)
    .executeTakeFirst();
  const act = objection && (await findAct(context, objection.act_id));
  if (!person || !act || !objection.answer) return undefined;
  const what = actKindLabels[act.kind].toLowerCase();
  return {
    to: person.email,
    content: {
      subject: `${act.company}: your objection to the ${what} is answered`,
      preview: `${objection.by} has answered it.`,
      heading: "Your objection is answered",
      name: person.name,
      body: [
        `You objected to the ${what} of ${act.company}, code ${codeOf(act.content_sha256)}:`,
        { quote: objection.reason },
        `${objection.by} has answered:`,
        { quote: objection.answer },
        ...(act.state === "waiting" || act.state === "signed" ? [goesOnWords(act)] : []),
      ],
      action: { label: "Read the list", url: pageUrl(appUrl, paths.dealLists(act.deal_id)), tone: "act" },
      afterword: [`If the answer does not settle it, write to ${club.identity.contact_email}.`],
      reason: `You get this email because you objected to a list of ${act.company} at ${club.identity.name}.`,
    },
  };
};

function goesOnWords({ objections }: { objections: Parameters<typeof goesOnAt>[0] }): string {
  const at = goesOnAt(objections);
  return at
    ? `The list goes on from ${formatMoment(at)}.`
    : "Another objection to it is not answered yet. The list stands still until a day after that.";
}

/** To who signed a list or made it: it ended, or does not hold any more. @param by who withdrew it. */
const writeActVoid: WriteMail<ActMail & { by: string | null }> = async (context, { user_id, act_id, by }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const act = await findAct(context, act_id);
  const why = act && (await whyVoid(context, act, by));
  if (!person || !act || !why) return undefined;
  const what = actKindLabels[act.kind].toLowerCase();
  const done = act.parts.filter(({ executed_at }) => executed_at !== null);
  const open = act.parts.filter(({ executed_at }) => executed_at === null);
  const named = (parts: typeof open) => parts.map(({ part }) => actPartLabels[part]).join(", ");
  const hasSigned = await read
    .selectFrom("act_signatures")
    .select("id")
    .where("act_id", "=", act_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return {
    to: person.email,
    content: {
      subject: `${act.company}: the ${what} that you ${hasSigned ? "signed" : "made"} is void`,
      preview: `Code of this list: ${codeOf(act.content_sha256)}.`,
      heading: `The ${what} is void`,
      name: person.name,
      body: [
        `The ${what} of ${act.company}, code ${codeOf(act.content_sha256)}, does not hold any more.`,
        ...why,
        ...(done.length > 0 ? [`What was carried out stays: ${named(done)}.`] : []),
        `Not carried out any more: ${named(open)}.`,
        "An admin who signs for this deal makes a new list, and two sign it. The page of the deal says what comes first.",
      ],
      action: { label: "Read the lists", url: pageUrl(appUrl, paths.dealLists(act.deal_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you sign for deals of ${club.identity.name}.`,
    },
  };
};

/** Returns undefined where the list holds, as what it names was entered again. */
async function whyVoid(
  { read }: MailContext,
  act: NonNullable<Awaited<ReturnType<typeof findAct>>>,
  by: string | null,
): Promise<MailBlock[] | undefined> {
  if (act.state === "withdrawn") {
    const { rows } = await sql<{ name: string | null }>`select p.name from people p where p.id = ${by}`.execute(read);
    return [`${rows[0]?.name ?? "Somebody"} has withdrawn it. The reason:`, { quote: act.ended_because ?? "" }];
  }
  if (act.state === "expired")
    return [`Nobody signed it second${act.expires_at ? ` by ${formatMoment(act.expires_at)}` : ""}.`];
  if (act.state !== "waiting" && act.state !== "signed") return undefined;
  const { rows } = await sql<{ is_stale: boolean; refusals: string[] }>`
    select is_act_stale(a) as is_stale,
           array(select part_refusal(a.id, p.part) from act_parts p where p.act_id = a.id) as refusals
      from acts a where a.id = ${act.id}`.execute(read);
  const { is_stale: isStale, refusals } = rows[0] ?? { is_stale: false, refusals: [] };
  if (isStale || refusals.includes("list_differs"))
    return ["An account, a sum or shares that it names are not so any more."];
  return refusals.includes("expired") ? ["The time to carry it out is over."] : undefined;
}

/** Before, by the published method, and after. */
function ownWords({ base, rest, shares, cost_pence, fee_pence }: NonNullable<ActContent["shares"]>["lines"][number]) {
  const byMethod = base + rest;
  const sum = `${formatPence(cost_pence + fee_pence)}${fee_pence > 0 ? `, ${feeWords(fee_pence)} included` : ""}`;
  return shares === byMethod
    ? `You get ${shareWords(shares)}, ${sum}, as the published method gives them.`
    : `You get ${shareWords(shares)}, ${sum}. By the published method it was ${shareWords(byMethod)}.`;
}

async function findAct({ read }: MailContext, id: string) {
  const act = await read
    .selectFrom("acts as a")
    .innerJoin("deals as d", "d.id", "a.deal_id")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select([
      "a.id",
      "a.deal_id",
      "a.kind",
      "a.content",
      "a.content_sha256",
      "a.expires_at",
      "a.state",
      "a.ended_because",
    ])
    .select("c.name as company")
    .select(
      sql<string>`coalesce((select p.name from people p where p.id = a.prepared_by), 'a deleted account')`.as("author"),
    )
    .select(sql<string[]>`answerers(a.id)`.as("answerers"))
    .select(sql<Date | null>`(select max(p.not_before) from act_parts p where p.act_id = a.id)`.as("not_before"))
    .where("a.id", "=", id)
    .executeTakeFirst();
  if (!act) return undefined;
  const parts = await read
    .selectFrom("act_parts")
    .select(["part", "is_discretionary", "not_before", "executed_at"])
    .where("act_id", "=", id)
    .orderBy("id")
    .execute();
  const objections = await read
    .selectFrom("act_objections")
    .select(["withdrawn_at", "answered_at"])
    .where("act_id", "=", id)
    .execute();
  return {
    ...act,
    kind: act.kind as ActKind,
    objections: objections as unknown as Act["objections"],
    parts: parts.map((part): Act["parts"][number] => ({
      part: part.part as ActPart,
      is_discretionary: part.is_discretionary,
      refusal: null,
      not_before: part.not_before?.toISOString() ?? null,
      executed_at: part.executed_at?.toISOString() ?? null,
    })),
  };
}

const listObjections = (read: MailContext["read"], actId: string) =>
  read
    .selectFrom("act_objections as o")
    .innerJoin("commitments as c", "c.id", "o.commitment_id")
    .select(["c.number", "o.reason"])
    .where("o.act_id", "=", actId)
    .where("o.withdrawn_at", "is", null)
    .where("o.answered_at", "is", null)
    .orderBy("o.objected_at")
    .execute();

export const actMails = {
  "act-announced": writeActAnnounced,
  "act-answered": writeActAnswered,
  "act-news": writeActNews,
  "act-void": writeActVoid,
};
