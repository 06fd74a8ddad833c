import { formatDay } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { newForOld, partOfShareWords, splitKind } from "#shared/portfolio/portfolio-messages.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

/** The mail does not say how many shares somebody has: My Investments says that. */
const writeSplit: WriteMail<{ user_id: string; action_id: string }> = async (context, { user_id, action_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const split = await read
    .selectFrom("share_actions as a")
    .innerJoin("companies as c", "c.id", "a.company_id")
    .select(["a.company_id", "a.new_shares", "a.old_shares", "a.effective_on", "c.name as company"])
    .where("a.id", "=", action_id)
    .where("a.confirmed_at", "is not", null)
    .executeTakeFirst();
  if (!person || !split) return undefined;
  const lots = await read
    .selectFrom("share_action_lines as l")
    .innerJoin("holdings as h", "h.id", "l.holding_id")
    .innerJoin("investor_records as r", "r.id", "h.record_id")
    .select(["l.shares_before", "l.shares_after"])
    .where("l.action_id", "=", action_id)
    .where("r.user_id", "=", user_id)
    .execute();
  const part = partOfShareWords(lots.map((lot) => ({ ...split, ...lot })));
  const { company } = split;
  const kind = splitKind(split).toLowerCase();
  return {
    to: person.email,
    content: {
      subject: `${company}: a ${kind} of your shares`,
      preview: part
        ? `Shares stay whole: you have ${part} than the ratio gives.`
        : "What they are worth and what they cost stays the same.",
      heading: `${company}: a ${kind} of your shares`,
      name: person.name,
      body: [
        `From ${formatDay(split.effective_on)} on you have ${newForOld(split)} of ${company}. My Investments shows how many you have now.`,
        part
          ? `Shares stay whole: you have ${part} than the ratio gives, and what your shares are worth together is that part of a share ${part.endsWith("less") ? "less" : "more"}. What they cost and the day you bought them do not change. There is nothing for you to do.`
          : "What your shares are worth together, what they cost and the day you bought them do not change. There is nothing for you to do.",
      ],
      action: { label: "See your shares", url: pageUrl(appUrl, paths.ownCompany(split.company_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares of ${company} through ${club.identity.name}.`,
    },
  };
};

export const splitMails = { "shares-split": writeSplit };
