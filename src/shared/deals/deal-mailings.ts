import { z } from "zod";
import { momentSchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";

export const mailingStates = ["sending", "paused", "stopped"] as const;
export const dealMailStates = ["waiting", "queued", "sending", "sent", "unknown", "dropped", "stopped"] as const;

const audienceOf = {
  /** People who would be told by mail now. */
  eligible: z.int(),
  left_out: z.array(z.object({ reason: z.string(), people: z.int() })),
};

/** What mails about deals say; each has a topic and a consent, and answers share those of calls. */
const mailKinds = ["release", "reminder", "call", "answers"] as const;
export type MailKind = (typeof mailKinds)[number];

const mailingSchema = z.object({
  id: z.uuid(),
  kind: z.enum(mailKinds),
  state: z.enum(mailingStates),
  created_at: momentSchema,
  /** It is `null` for a release and for answers, which the club sends by itself. */
  started_by_name: z.string().nullable(),
  call_starts_at: momentSchema.nullable(),
  states: z.record(z.enum(dealMailStates), z.int()),
  /** These mails were dropped when they should have left. */
  dropped: z.array(z.object({ reason: z.string(), people: z.int() })),
  can: z.object({ pause: z.boolean(), resume: z.boolean(), stop: z.boolean() }),
});
export type Mailing = z.infer<typeof mailingSchema>;

/** Of one deal: what was sent about it, newest first, and what can be sent now. */
export const mailingListSchema = namedObject("MailingList", {
  items: z.array(mailingSchema),
  /** Each kind that can be started, or will be with the release, and whom it would reach. */
  next: z.array(
    z.object({
      kind: z.enum(["release", "reminder", "call"]),
      call_id: z.uuid().nullable(),
      call_starts_at: momentSchema.nullable(),
      ...audienceOf,
    }),
  ),
  /** The notice is for a chat group, so it names nothing. */
  notice: z.string(),
});
export type MailingList = z.infer<typeof mailingListSchema>;
export type NextMailing = MailingList["next"][number];

/** A reminder, or the invitation to a call. */
export const mailingInputSchema = namedObject("MailingInput", { call_id: z.uuid().nullable() });
