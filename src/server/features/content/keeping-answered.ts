import { eventDeskMessages } from "#shared/events/event-desk-messages.ts";
import { isCheckViolation } from "../../platform/db/errors.ts";
import { HttpError } from "../../platform/http/http-error.ts";

/** @throws HttpError 409 for an event that people have answered: it is cancelled first. */
export const keepingAnswered = (change: Promise<unknown>) =>
  change.catch((error: unknown) => {
    if (isCheckViolation(error, "event_is_answered")) throw new HttpError("event_answered", eventDeskMessages.answered);
    throw error;
  });
