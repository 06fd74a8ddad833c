import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

/** Without a company and an amount: My Investments names them. */
const aboutImport =
  (
    state: "confirmed" | "undone",
    write: (club: string) => Text,
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
    if (!person || !found) return undefined;
    const text = write(club.identity.name);
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open My Investments", url: pageUrl(appUrl, paths.portfolio), tone: "act" },
        afterword: [`If something is wrong or missing, write to ${club.identity.contact_email}.`],
        reason: `You get this email because ${club.identity.name} keeps a list of the shares that you hold.`,
      },
    };
  };

export const holdingImportMails = {
  "holdings-imported": aboutImport("confirmed", (club) => ({
    subject: "Shares that you held before are in My Investments",
    preview: "Please check that they are right.",
    body: [
      `Two admins of ${club} have entered shares that you bought earlier. They are in My Investments now, with what they cost and what they brought, beside the shares that you buy through our deals.`,
      "Please check the number of shares, the days and the amounts.",
    ],
  })),
  "holdings-import-undone": aboutImport("undone", (club) => ({
    subject: "Shares were taken out of My Investments again",
    preview: "They were entered by mistake. What you own has not changed.",
    body: [
      `Two admins of ${club} have taken back an entry of shares that you bought earlier, because it was wrong. They are no longer in My Investments, nor is any tax relief that you recorded for them.`,
      "This changes our list only, not what you own.",
    ],
  })),
};
