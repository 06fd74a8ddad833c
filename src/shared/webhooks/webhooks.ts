import { z } from "zod";
import { listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineUpTo } from "#shared/text.ts";
import { deliveryStates, switchedOffReasons, webhookEventTypes } from "./webhook-events.ts";
import { maximumWebhookNameLength, maximumWebhookUrlLength, webhookMessages as messages } from "./webhook-messages.ts";

const eventSchema = z.enum(webhookEventTypes);

export const webhookSchema = namedObject("Webhook", {
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(eventSchema),
  created_at: momentSchema,
  /** The time is that of the first failure after which nothing was delivered. */
  failing_since: momentSchema.nullable(),
  switched_off_at: momentSchema.nullable(),
  switched_off_because: z.enum(switchedOffReasons).nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhookListSchema = listOf(webhookSchema).meta({ id: "WebhookList" });

export const webhookInputSchema = namedObject("WebhookInput", {
  name: lineUpTo(maximumWebhookNameLength).trim().min(1, messages.nameMissing),
  /** The server also takes http for hosts that its operator named. */
  url: lineUpTo(maximumWebhookUrlLength).trim().refine(isAddress, messages.urlWrong),
  events: z.array(eventSchema).min(1, messages.eventsMissing).max(webhookEventTypes.length),
  is_on: z.boolean().default(true),
});
export type WebhookInput = z.output<typeof webhookInputSchema>;

/** Base64 after whsec_, as Standard Webhooks has it. */
const secretSchema = z.string();
export const webhookSecretSchema = namedObject("WebhookSecret", { secret: secretSchema });
export const createdWebhookSchema = webhookSchema.extend({ secret: secretSchema }).meta({ id: "CreatedWebhook" });
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

export const webhookDeliverySchema = namedObject("WebhookDelivery", {
  id: z.uuid(),
  /** The header webhook-id: the same whenever the event is sent again. */
  event_id: z.uuid(),
  event_type: eventSchema,
  data: z.record(z.string(), z.string()),
  occurred_at: momentSchema,
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  next_attempt_at: momentSchema.nullable(),
  last_attempt_at: momentSchema.nullable(),
  /** The status is that of the last answer; `null` where there was none. */
  status: z.number().int().nullable(),
  /** Its first 1,024 bytes. */
  answer: z.string().nullable(),
  reason: z.string().nullable(),
  can: z.object({ redeliver: z.boolean() }),
});
export type Delivery = z.infer<typeof webhookDeliverySchema>;
export const webhookDeliveryListSchema = listOf(webhookDeliverySchema).meta({ id: "WebhookDeliveryList" });
export const webhookDeliveryQuerySchema = pageQuerySchema.extend({ state: z.enum(deliveryStates).optional() });
export type DeliveryQuery = z.output<typeof webhookDeliveryQuerySchema>;

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return ["https:", "http:"].includes(protocol) && username === "" && password === "";
}
