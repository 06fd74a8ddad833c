import { sql } from "kysely";
import { formatDay, formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { inReviewWords, type StatementFlag } from "#shared/statements/signed-statement-messages.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type Recipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

/** Mails of the service: without figures, and without a word of any deal. */
export const statementMails = {
  "statement-signed": statementMail(({ name }, statement, { appUrl, club }) => {
    const isLive = statement.state === "live";
    if (!isLive && statement.state !== "in_review") return undefined;
    return {
      subject: isLive ? "Your investor statement is signed" : "Your investor statement is being looked at",
      preview: isLive ? `It is valid until ${formatDay(statement.valid_through)}.` : "You are told when it counts.",
      heading: isLive ? "Your investor statement is signed" : "An admin looks at your investor statement",
      name,
      body: [
        `You signed the statement “${statementKindLabels[statement.kind]}” at ${club.identity.name} on ${formatDay(statement.signed_on)}.`,
        isLive
          ? `It is valid until ${formatDay(statement.valid_through)}. Your account page has it as you signed it, and lets you withdraw it at any time.`
          : `${inReviewWords(statement.flags)} You are told what comes of it.`,
      ],
      action: { label: "See your statements", url: pageUrl(appUrl, paths.statements), tone: "act" },
      afterword: [`If you did not sign it, write to ${club.identity.contact_email} at once.`],
      reason: reasonOf(club),
    };
  }),
  "statement-decided": statementMail(({ name }, statement, { appUrl, club }) => {
    const { state, reason, shows_deals } = statement;
    const about = `your statement “${statementKindLabels[statement.kind]}” of ${formatDay(statement.signed_on)}`;
    if (state === "live") {
      return {
        subject: "Your investor statement is accepted",
        preview: `It is valid until ${formatDay(statement.valid_through)}.`,
        heading: "Your investor statement is accepted",
        name,
        body: [
          `An admin of ${club.identity.name} has looked at ${about} and accepted it. It is valid until ${formatDay(statement.valid_through)}.`,
        ],
        action: { label: "See your statements", url: pageUrl(appUrl, paths.statements), tone: "act" },
        afterword: [],
        reason: reasonOf(club),
      };
    }
    if ((state !== "refused" && state !== "revoked") || !reason) return undefined;
    const word = state === "refused" ? "refused" : "revoked";
    return {
      subject: `Your investor statement is ${word}`,
      preview: "The reason, and what you can do.",
      heading: `Your investor statement is ${word}`,
      name,
      body: [
        `An admin of ${club.identity.name} has ${word} ${about}. ${shows_deals ? "Deals stay open to you by your other statement." : "Deals are hidden until you have a statement that counts."}`,
        "The reason:",
        { quote: reason },
      ],
      action: { label: "See your statements", url: pageUrl(appUrl, paths.statements), tone: "act" },
      afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
      reason: reasonOf(club),
    };
  }),
  "statement-ends": statementMail<{ days_before: number }>(({ name }, statement, { appUrl, club }, { days_before }) => {
    if (statement.state !== "live") return undefined;
    const day = formatDay(statement.valid_through);
    const heading = `Your investor statement ${days_before === 0 ? "ended" : "ends"} on ${day}`;
    return {
      subject: heading,
      preview: "Signing again takes about three minutes.",
      heading,
      name,
      body: [
        days_before === 0
          ? `${heading}. Deals are hidden until you sign again, apart from those that you bought shares in. It takes about three minutes.`
          : `${heading}. From the next day deals are hidden until you sign again, apart from those that you bought shares in. It takes about three minutes.`,
      ],
      action: { label: "Sign again", url: pageUrl(appUrl, paths.statements), tone: "act" },
      afterword: ["What you hold and what you committed to stay as they are, with or without a statement."],
      reason: reasonOf(club),
    };
  }),
  "statement-withdrawn": (async (context, { user_id, statement_ids }) => {
    const person = await findRecipient(context, user_id);
    const statements = await context.read
      .selectFrom("statements as s")
      .innerJoin("statement_forms as f", "f.id", "s.form_id")
      .select(["s.signed_on", "s.ended_at", "f.kind"])
      .where("s.id", "in", statement_ids)
      .where("s.state", "=", "withdrawn")
      .orderBy("s.signed_at", "desc")
      .execute();
    const [first] = statements;
    if (!person || !first?.ended_at) return undefined;
    const { appUrl, club } = context;
    const heading =
      statements.length === 1 ? "You withdrew your investor statement" : "You withdrew your investor statements";
    const named = statements.map(
      ({ kind, signed_on }) =>
        `“${statementKindLabels[kind as keyof typeof statementKindLabels]}” of ${formatDay(signed_on)}`,
    );
    return {
      to: person.email,
      content: {
        subject: heading,
        preview: "If this was not you, somebody else uses your account.",
        heading,
        name: person.name,
        body: [
          `${heading} ${named.join(" and ")} on ${formatMoment(first.ended_at)}, in London. Deals are hidden until you sign again, apart from those that you bought shares in. What you hold stays open to you. What you committed to stays as it is: you withdraw it under My Investments.`,
        ],
        action: { label: "See your statements", url: pageUrl(appUrl, paths.statements), tone: "act" },
        afterword: [
          `If this was not you, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link, and signs out everybody else. Then write to ${club.identity.contact_email}.`,
        ],
        reason: reasonOf(club),
      },
    };
  }) satisfies WriteMail<{ user_id: string; statement_ids: string[] }>,
};

const reasonOf = ({ identity }: MailContext["club"]) =>
  `You get this email because you signed an investor statement at ${identity.name}.`;

interface Statement {
  kind: keyof typeof statementKindLabels;
  state: string;
  signed_on: string;
  valid_through: string;
  reason: string | null;
  flags: readonly StatementFlag[];
  /** By another statement of this person, or this one. */
  shows_deals: boolean;
}

function statementMail<More = unknown>(
  write: (person: Recipient, statement: Statement, context: MailContext, more: More) => MailContent | undefined,
): WriteMail<{ user_id: string; statement_id: string } & More> {
  return async (context, { user_id, statement_id, ...more }) => {
    const person = await findRecipient(context, user_id);
    const statement = await context.read
      .selectFrom("statements as s")
      .innerJoin("statement_forms as f", "f.id", "s.form_id")
      .select(["s.state", "s.signed_on", "s.valid_through", "s.reason", "f.kind"])
      .select(sql<StatementFlag[]>`s.flags`.as("flags"))
      .select(sql<boolean>`live_statement_of(${user_id}, ${context.now()}) is not null`.as("shows_deals"))
      .where("s.id", "=", statement_id)
      .executeTakeFirst();
    const content = person && statement && write(person, statement, context, more as More);
    return content && { to: person.email, content };
  };
}
