import { sql } from "kysely";
import { type ActKind, actKindLabels, codeOf } from "#shared/acts/act-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

const writeActNews: WriteMail<{ user_id: string; act_id: string; news: "waits" | "objected" }> = async (
  context,
  data,
) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const act = await read
    .selectFrom("acts as a")
    .innerJoin("deals as d", "d.id", "a.deal_id")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["a.deal_id", "a.kind", "a.content_sha256", "a.expires_at", "a.state", "c.name as company"])
    .select(
      sql<string>`coalesce((select p.name from people p where p.id = a.prepared_by), 'a deleted account')`.as("author"),
    )
    .where("a.id", "=", data.act_id)
    .executeTakeFirst();
  if (!person || !act) return undefined;
  const what = actKindLabels[act.kind as ActKind].toLowerCase();
  const code = codeOf(act.content_sha256);
  const waits = data.news === "waits";
  if (waits && act.state !== "waiting") return undefined;
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
            `A member who takes part in ${act.company} objects to the ${what}, code ${code}. It stands still until the objection is withdrawn or answered.`,
          ],
      action: { label: "Read the list", url: pageUrl(appUrl, paths.dealLists(act.deal_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you sign for deals of ${club.identity.name}.`,
    },
  };
};

export const actMails = { "act-news": writeActNews };
