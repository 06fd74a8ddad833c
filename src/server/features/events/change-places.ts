import type { Transaction } from "kysely";
import type { z } from "zod";
import { eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import type { eventCancelSchema, eventPlacesUpdateSchema } from "#shared/events/events.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { deskEventPolicy } from "./policy.ts";
import { findDeskEvent, lockDeskEvent, updateAttendance, updateCancelled, updatePlaces } from "./queries.ts";

/** @throws HttpError 404. */
export async function getDeskEvent(tx: Transaction<DB>, { dependencies, actor }: Caller, id: string) {
  const event = await findDeskEvent(tx, id);
  if (!event) throw notFound("event");
  return withCan(deskEventPolicy(dependencies.now()), actor, event);
}

/** @throws HttpError 409 after another change and once it is over, 422 for fewer places than are taken. */
export const changePlaces = (
  caller: Caller,
  id: string,
  { expected_revision, ...places }: z.output<typeof eventPlacesUpdateSchema>,
) =>
  caller.dependencies.asActor(caller.actor, async (tx, effects) => {
    const event = await lockOpen(tx, caller, id, expected_revision);
    if (places.capacity !== null && places.capacity < event.taken)
      throw refusedField("capacity", messages.tooSmall(event.taken));
    if (places.answer_until && new Date(places.answer_until) > event.starts_at)
      throw refusedField("answer_until", messages.afterStart);
    await updatePlaces(tx, id, places);
    effects.audit("event_places_changed", id, { capacity: places.capacity, audience: places.audience });
    effects.schedule("event-places", { event_id: id }, caller.dependencies.now());
    return getDeskEvent(tx, caller, id);
  });

/** @throws HttpError 409 after another change and once it is over. */
export const cancelEvent = (
  caller: Caller,
  id: string,
  { expected_revision, reason }: z.output<typeof eventCancelSchema>,
) =>
  caller.dependencies.asActor(caller.actor, async (tx, effects) => {
    await lockOpen(tx, caller, id, expected_revision);
    const now = caller.dependencies.now();
    await updateCancelled(tx, id, reason, now);
    effects.audit("event_cancelled", id);
    effects.schedule("event-places", { event_id: id }, now);
    return getDeskEvent(tx, caller, id);
  });

async function lockOpen(tx: Transaction<DB>, { dependencies, actor }: Caller, id: string, expectedRevision: number) {
  const event = await lockDeskEvent(tx, id);
  if (!event) throw notFound("event");
  const record = withCan(deskEventPolicy(dependencies.now()), actor, event);
  if (event.revision !== expectedRevision)
    throw new HttpError(409, "revision_conflict", messages.changedMeanwhile, { record });
  if (!record.can.change) throw new HttpError(409, "event_closed", messages.closed, { record });
  return event;
}

/**
 * Noted twice it stays as it is.
 * @throws HttpError 409 before the door opens, and for a cancelled event.
 */
export const noteAttendance = (
  caller: Caller,
  { eventId, id, attended }: { eventId: string; id: string; attended: boolean },
) =>
  caller.dependencies.asActor(caller.actor, async (tx) => {
    const record = await getDeskEvent(tx, caller, eventId);
    if (!record.can.note_attendance) throw new HttpError(409, "event_not_begun", messages.notBegun, { record });
    const attendedAt = attended ? caller.dependencies.now() : null;
    const person = await updateAttendance(tx, { eventId, id, attendedAt });
    if (!person) throw notFound("answer");
    return person;
  });
