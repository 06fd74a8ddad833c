/** Events that other systems are told of, and the ids that each carries: never a name, an address or an amount. */
export const webhookEvents = {
  "membership.requested": { label: "Membership requested", ids: ["user_id"] },
  "membership.approved": { label: "Membership approved", ids: ["user_id"] },
  "event.rsvp": { label: "Event answered", ids: ["event_id", "user_id"] },
  "deal.released": { label: "Deal released", ids: ["deal_id"] },
  "deal.completed": { label: "Deal completed", ids: ["deal_id"] },
  "message.sent": { label: "Message sent", ids: ["message_id"] },
  "person.deleted": { label: "Person deleted", ids: ["user_id"] },
} as const satisfies Record<string, { label: string; ids: readonly string[] }>;

export type WebhookEvent = keyof typeof webhookEvents;
export type WebhookIds<Event extends WebhookEvent> = Record<(typeof webhookEvents)[Event]["ids"][number], string>;

export const webhookEventTypes = Object.keys(webhookEvents) as WebhookEvent[];
export const deliveryStates = ["waiting", "delivered", "failed"] as const;
export const switchedOffReasons = ["admin", "failing", "gone"] as const;
