import { z } from "zod";
import { eventAnswers } from "#shared/events/event-messages.ts";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { tiers } from "#shared/people/people-messages.ts";
import { lineUpTo, textUpTo } from "#shared/text.ts";
import {
  messageKinds,
  messageMailStates,
  messageStates,
  messageMessages as messages,
  missingThings,
  servicePurposes,
} from "./message-words.ts";

const leaves = [
  z.strictObject({ members: z.literal(true) }),
  z.strictObject({ tiers: z.array(z.enum(tiers)).min(1).max(tiers.length) }),
  z.strictObject({ holders_of: z.uuid() }),
  z.strictObject({ event: z.uuid(), answers: z.array(z.enum(eventAnswers)).min(1).max(eventAnswers.length) }),
  z.strictObject({ no_answer_to: z.uuid() }),
  z.strictObject({ missing: z.enum(missingThings) }),
  z.strictObject({ people: z.array(z.uuid()).min(1).max(1000) }),
] as const;
const leaf = z.union(leaves).meta({ id: "MessageAudiencePart" });
const some = z.array(leaf).min(1).max(20);
const set = z.union([leaf, z.strictObject({ any_of: some })]);

/** Who it is for. People outside the club, suspended or ended are never in it. The newsletter's list stands alone. */
export const audienceSchema = z
  .union([
    leaf,
    z.strictObject({ all_of: z.array(set).min(1).max(10), except: set.optional() }),
    z.strictObject({ any_of: some, except: set.optional() }),
    z.strictObject({ newsletter: z.literal(true) }),
  ])
  .meta({ id: "MessageAudience" });
export type MessageAudience = z.infer<typeof audienceSchema>;

const written = {
  kind: z.enum(messageKinds),
  /** Of a service message alone. */
  purpose: z.enum(servicePurposes).nullable(),
  subject: lineUpTo(150).trim().min(1, "Enter a subject"),
  text: textUpTo(20_000).trim().min(1, "Enter the text"),
  audience: audienceSchema,
  /** Null until its author has said so; true for the kind offer alone. */
  is_offer: z.boolean().nullable(),
  not_offer_because: lineUpTo(500).trim().min(1, "Say why").nullable(),
  deal_id: z.uuid().nullable(),
  /** From "Amara at Kindling", and answers go to the author. */
  is_personal: z.boolean(),
};

export const messageInputSchema = namedObject("MessageInput", written);
export type MessageInput = z.input<typeof messageInputSchema>;

export const messageChangeSchema = messageInputSchema
  .extend({ expected_version: z.int32().min(1) })
  .meta({ id: "MessageChange" });

const reasonSchema = z.object({ reason: z.string(), people: z.int() });
const states = z.object(
  Object.fromEntries(messageMailStates.map((state) => [state, z.int()])) as Record<
    (typeof messageMailStates)[number],
    z.ZodInt
  >,
);

const listed = {
  id: z.uuid(),
  kind: written.kind,
  subject: z.string(),
  state: z.enum(messageStates),
  created_at: momentSchema,
  created_by_name: z.string().nullable(),
  send_at: momentSchema.nullable(),
  started_at: momentSchema.nullable(),
  /** How many mails are in each state. */
  states,
};

const can = z.object({
  change: z.boolean(),
  delete: z.boolean(),
  test: z.boolean(),
  submit: z.boolean(),
  approve: z.boolean(),
  send: z.boolean(),
  pause: z.boolean(),
  resume: z.boolean(),
  stop: z.boolean(),
  settle_unknown: z.boolean(),
});

const listedMessageSchema = z.object(listed);
export type ListedMessage = z.infer<typeof listedMessageSchema>;
export const messageListSchema = listOf(listedMessageSchema).meta({ id: "MessageList" });
export const messageQuerySchema = pageQuerySchema.extend({
  /** A part of the subject. */
  q: z.string().max(100).optional(),
  state: z.enum(messageStates).optional(),
  kind: z.enum(messageKinds).optional(),
});
export type MessageQuery = z.infer<typeof messageQuerySchema>;

export const messageSchema = namedObject("Message", {
  ...listed,
  purpose: written.purpose,
  text: z.string(),
  audience: audienceSchema,
  is_offer: written.is_offer,
  not_offer_because: z.string().nullable(),
  deal_id: z.uuid().nullable(),
  deal_company: z.string().nullable(),
  is_personal: z.boolean(),
  version: z.int(),
  updated_at: momentSchema,
  tested_at: momentSchema.nullable(),
  submitted_by_name: z.string().nullable(),
  approved_at: momentSchema.nullable(),
  approved_by_name: z.string().nullable(),
  started_by_name: z.string().nullable(),
  ended_at: momentSchema.nullable(),
  /** Why the reader cannot approve it; null where they can, and where nothing waits for it. */
  refusal: z.string().nullable(),
  dropped: z.array(reasonSchema),
  can,
});
export type Message = z.infer<typeof messageSchema>;

export const audienceInputSchema = namedObject("MessageAudienceQuestion", {
  kind: written.kind,
  audience: audienceSchema,
  deal_id: written.deal_id,
});
export type AudienceInput = z.infer<typeof audienceInputSchema>;

export const audiencePreviewSchema = namedObject("MessageAudiencePreview", {
  count: z.int(),
  /** The first 50. */
  sample: z.array(z.string()),
  dropped: z.array(reasonSchema.extend({ names: z.array(z.string()) })),
});
export type AudiencePreview = z.infer<typeof audiencePreviewSchema>;

export const messageVersionSchema = namedObject("MessageVersion", { expected_version: z.int32().min(1) });
export const messageStartSchema = namedObject("MessageStart", { expected_count: z.int32().min(0) });
export const messageScheduleSchema = namedObject("MessageSchedule", {
  expected_count: z.int32().min(0),
  send_at: z.iso.datetime(messages.momentMissing).regex(/^[12]/, messages.momentMissing),
});

export const recipientQuerySchema = z.object({
  /** A part of the name or the email. */
  q: z.string().max(100).optional(),
  state: z.enum(messageMailStates).optional(),
});
export const recipientPageSchema = pageQuerySchema.extend(recipientQuerySchema.shape);
const recipientSchema = z.object({
  id: z.uuid(),
  user_id: z.uuid().nullable(),
  full_name: z.string().nullable(),
  /** Null for a subscription that was ended since. */
  email: z.string().nullable(),
  state: z.enum(messageMailStates),
  reason: z.string().nullable(),
  changed_at: momentSchema,
});
export type MessageRecipient = z.infer<typeof recipientSchema>;
export const recipientListSchema = listOf(recipientSchema).meta({ id: "MessageRecipientList" });

const ownMessageSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  kind: written.kind,
  subject: z.string(),
  text: z.string(),
  sent_at: momentSchema,
});
export type OwnMessage = z.infer<typeof ownMessageSchema>;
export const ownMessageListSchema = listOf(ownMessageSchema).meta({ id: "OwnMessageList" });

export const messageCopySchema = namedObject("MessageCopy", { text: z.string() });
