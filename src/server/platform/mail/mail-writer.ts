import type { Kysely } from "kysely";
import type { Club } from "#shared/settings/settings.ts";
import type { DB } from "../db/database.generated.ts";
import type { AsOwner } from "../db/types.ts";
import type { MailCalendar, MailContent } from "./mail-content.ts";
import type { Unsubscription } from "./unsubscribe-links.ts";

export interface MailContext {
  /** Owner, read-only: the recipient may lack the rights. */
  read: Kysely<DB>;
  /** Some mails have to record something before they may leave. */
  asOwner: AsOwner;
  now: () => Date;
  appUrl: string;
  club: Club;
}

export interface WrittenMail {
  to: string;
  content: MailContent;
  /** Mails that people subscribe to have it. */
  unsubscribeUrl?: string;
  stops?: Unsubscription;
  calendar?: MailCalendar;
  /** Of the header Message-ID, where the mail's record is found by it; the job's id without it. */
  id?: string;
  senderName?: string;
  /** In place of the club's contact address. */
  replyTo?: string;
  /** Told what came of sending it. */
  settle?: (outcome: MailOutcome) => Promise<void>;
}

/** `failed` may be tried again; `unknown`: the mail server may have it. */
export interface MailOutcome {
  state: "sent" | "failed" | "refused" | "unknown";
  /** Of the mail server that refused the recipient, such as "550 5.1.1". */
  answer?: string;
}

/** Returns undefined when obsolete. */
export type WriteMail<Data, Context extends MailContext = MailContext> = (
  context: Context,
  data: Data,
) => Promise<WrittenMail | undefined>;

export interface Recipient {
  id: string;
  email: string;
  name: string | null;
}

type WriteContent<Context> = (
  person: Recipient,
  context: Context,
) => MailContent | undefined | Promise<MailContent | undefined>;

/** Address and name are read at sending time. */
export function toPerson<Context extends MailContext = MailContext>(
  write: WriteContent<Context>,
): WriteMail<{ user_id: string }, Context> {
  return async (context, { user_id }) => {
    const person = await findRecipient(context, user_id);
    const content = person && (await write(person, context));
    return content && { to: person.email, content };
  };
}

export const findRecipient = ({ read }: MailContext, userId: string): Promise<Recipient | undefined> =>
  read.selectFrom("people").select(["id", "email", "full_name as name"]).where("id", "=", userId).executeTakeFirst();
