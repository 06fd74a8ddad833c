import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { feeWords, formatPence } from "#shared/pence.ts";
import { boughtWords } from "#shared/portfolio/portfolio-messages.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";
import { withSplits } from "./bought-shares.ts";

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
