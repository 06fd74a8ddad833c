import type { z } from "zod";
import type { eventAnswerSchema } from "#shared/events/events.ts";
import type { Caller } from "../../context.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { type AnswerOutcome, answerEvent, type EventRow, findAnsweredAt, findEvent } from "./queries.ts";
import { toEvent } from "./to-event.ts";

/** @throws HttpError 409 for an event that is full, closed or no longer answered, 422 for a guest who cannot come. */
export const answerOne = ({ dependencies, actor }: Caller, slug: string, answer: z.output<typeof eventAnswerSchema>) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const event = await findEvent(tx, slug);
    if (!event) throw notFound("event");
    const outcome = await answerEvent(tx, event.id, answer);
    const now = dependencies.now();
    const isChanged = event.answer !== outcome || event.guest_name !== answer.guest_name;
    if (actor.userId && isChanged) {
      const person = { event_id: event.id, user_id: actor.userId };
      effects.publish("event.rsvp", person);
      if (changesCalendar(event, outcome, answer.guest_name))
        effects.mail("event-answered", { ...person, answered_at: (await findAnsweredAt(tx)).toISOString() });
    }
    // Tells who is offered the place that may have become free.
    effects.schedule("event-places", { event_id: event.id }, now);
    const changed = await findEvent(tx, slug);
    if (!changed) throw notFound("event");
    return toEvent(changed, actor, now);
  });

/** Who waits has no entry yet. */
function changesCalendar(before: EventRow, outcome: AnswerOutcome, guestName: string | null): boolean {
  const wasGoing = before.answer === "going";
  if (outcome === "going") return !wasGoing || before.guest_name !== guestName;
  return wasGoing && outcome === "not_going";
}
