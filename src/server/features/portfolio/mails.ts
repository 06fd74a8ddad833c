import { formatDay, londonDate } from "#shared/london-time.ts";
import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { feeWords, formatPence } from "#shared/pence.ts";
import { boughtWords, newForOld, partOfShareWords, splitKind } from "#shared/portfolio/portfolio-messages.ts";
import { lossClaimableUntil } from "#shared/portfolio/tax-dates.ts";
import { findOwnLoss } from "../../platform/db/notice-facts.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { withSplits } from "./imports/import-queries.ts";

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

const writeLost: WriteMail<{ user_id: string; company_id: string }> = async (context, { user_id, company_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const company = await read.selectFrom("companies").select("name").where("id", "=", company_id).executeTakeFirst();
  const loss = await findOwnLoss(read, company_id, user_id);
  if (!person || !company || !loss) return undefined;
  const subject = `${company.name}: nothing is left of your shares`;
  const until = formatDay(lossClaimableUntil(loss.day, { hasScheme: loss.has_scheme }));
  return {
    to: person.email,
    content: {
      subject,
      preview: `You may be able to claim a loss by ${until}.`,
      heading: subject,
      name: person.name,
      body: [
        `The club has recorded that nothing is left of the shares of ${company.name} since ${formatDay(loss.day)}. You hold ${shareWords(loss.shares)}, which My Investments now counts at £0.00.`,
        `If you paid tax in the UK, you may be able to claim a loss by ${until}. “What you can claim” has the figures and the days. This is not advice: an accountant can say what applies to you.`,
      ],
      action: { label: "What you can claim", url: pageUrl(appUrl, paths.lossClaim(company_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares of ${company.name} through ${club.identity.name}.`,
    },
  };
};

export const sharesMails = { "shares-lost": writeLost, "shares-split": writeSplit };

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

const aboutImport =
  (
    state: "confirmed" | "undone",
    write: (club: string, shares: string, splits: string[]) => Text,
  ): WriteMail<{
    user_id: string;
    import_id: string;
  }> =>
  async (context, { user_id, import_id }) => {
    const { read, appUrl, club } = context;
    const person = await findRecipient(context, user_id);
    const found = await read
      .selectFrom("holding_imports")
      .select("id")
      .where("id", "=", import_id)
      .where("state", "=", state)
      .executeTakeFirst();
    const given = await read
      .selectFrom("holding_import_lines as l")
      .innerJoin("companies as c", "c.id", "l.company_id")
      .select(["c.name", "l.company_id", "l.shares", "l.share_class", "l.happened_on", "l.cost_pence", "l.fee_pence"])
      .where("l.import_id", "=", import_id)
      .where("l.user_id", "=", user_id)
      .where("l.kind", "=", "holding")
      .orderBy("l.line_number")
      .execute();
    if (!person || !found) return undefined;
    const lines = await withSplits(read, given);
    const shares = lines.map(
      (line) =>
        `${shareWords(line.shares ?? 0)} of ${line.name} for ${formatPence(line.cost_pence ?? 0)}${line.fee_pence ? ` and ${feeWords(line.fee_pence)}` : ""}`,
    );
    const splits = lines.flatMap((line) => {
      const words = boughtWords(line);
      return words === undefined ? [] : `${line.name}: ${words}`;
    });
    const text = write(club.identity.name, shares.join("; "), splits);
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open My Investments", url: pageUrl(appUrl, paths.myInvestments), tone: "act" },
        afterword: [`If something is wrong or missing, write to ${club.identity.contact_email}.`],
        reason: `You get this email because ${club.identity.name} keeps a list of the shares that you hold.`,
      },
    };
  };

export const holdingImportMails = {
  "holdings-imported": aboutImport("confirmed", (club, shares, splits) => ({
    subject: "Shares that you held before are in My Investments",
    preview: "Please check that they are right.",
    body: [
      `Two admins of ${club} have entered shares that you bought earlier: ${shares}. They are in My Investments now, with what they cost and what they brought, beside the shares that you buy through our deals.`,
      ...(splits.length === 0
        ? []
        : [`The shares are entered as you bought them, and splits since then are counted. ${splits.join(". ")}.`]),
      "Please check the number of shares, the days and the amounts.",
    ],
  })),
  "holdings-import-undone": aboutImport("undone", (club, shares) => ({
    subject: "Shares were taken out of My Investments again",
    preview: "They were entered by mistake. What you own has not changed.",
    body: [
      `Two admins of ${club} have taken back an entry of shares that you bought earlier, because it was wrong: ${shares}. They are no longer in My Investments, nor is any tax relief that you recorded for them.`,
      "This changes our list only, not what you own.",
    ],
  })),
};

interface Seat {
  name: string;
  until: string;
  device: string | null;
  shows_papers: boolean;
  shows_reliefs: boolean;
}

const shownWords = ({ shows_papers, shows_reliefs }: Pick<Seat, "shows_papers" | "shows_reliefs">): string => {
  const more = [shows_reliefs && "the reliefs that you recorded", shows_papers && "your documents"].filter(Boolean);
  return more.length > 0
    ? `your holdings, ${more.join(" and ")}, and nothing else of the club`
    : "your holdings, and nothing else of the club";
};

interface Texts {
  heading: (seat: Seat) => string;
  text: (seat: Seat) => string;
}

/** To the member alone, without a figure and without the link. */
const aboutSeat =
  ({ heading, text }: Texts): WriteMail<{ user_id: string; seat_id: string; opening_id?: string }> =>
  async (context, { user_id, seat_id, opening_id = null }) => {
    const { read, appUrl, club } = context;
    const person = await findRecipient(context, user_id);
    const found = await read
      .selectFrom("adviser_seats as s")
      .select(["s.name", "s.expires_at", "s.shows_papers", "s.shows_reliefs"])
      .select(({ selectFrom }) =>
        selectFrom("adviser_openings as o")
          .select("o.device")
          .whereRef("o.seat_id", "=", "s.id")
          .where("o.id", "=", opening_id)
          .as("device"),
      )
      .where("s.id", "=", seat_id)
      .where("s.user_id", "=", user_id)
      .executeTakeFirst();
    if (!person || !found) return undefined;
    const seat = { ...found, until: formatDay(londonDate(found.expires_at)) };
    return {
      to: person.email,
      content: {
        subject: heading(seat),
        preview: "My Investments says who can read what you hold.",
        heading: heading(seat),
        name: person.name,
        body: [text(seat)],
        action: { label: "See who can read", url: pageUrl(appUrl, paths.adviserSeats), tone: "act" },
        afterword: [
          `If this was not you, end the access there, choose a new password, and write to ${club.identity.contact_email}.`,
        ],
        reason: `You get this email because ${club.identity.name} tells you who can read what you hold.`,
      },
    };
  };

export const adviserSeatMails = {
  "adviser-seat-granted": aboutSeat({
    heading: ({ name }) => `${name} can read what you hold`,
    text: ({ name, until, ...shown }) =>
      `You made a link by which ${name} reads ${shownWords(shown)}. It works until ${until}, or until you end it. The club has not sent it to anybody.`,
  }),
  "adviser-seat-opened": aboutSeat({
    heading: ({ name }) => `The link for ${name} was opened on a new device`,
    text: ({ name, device }) =>
      `What you hold was read by the link for ${name}, for the first time in ${device ?? "a browser that we do not know"}. Adviser access, in your Account, lists every opening.`,
  }),
  "adviser-seat-ending": aboutSeat({
    heading: ({ name }) => `The access of ${name} ends soon`,
    text: ({ name, until }) =>
      `The link by which ${name} reads what you hold works until ${until}. To let them read on, make a new link and give it to them.`,
  }),
  "adviser-seat-ended": aboutSeat({
    heading: ({ name }) => `${name} cannot read what you hold any more`,
    text: ({ name }) => `The link for ${name} opens nothing from now on. What they downloaded stays with them.`,
  }),
};
