import { eventAnswerMessages as messages } from "#shared/events/event-messages.ts";
import type { ClubEvent } from "#shared/events/events.ts";
import { callApi } from "#web/lib/api.ts";
import { useAction } from "#web/lib/use-action.ts";

export interface GivenAnswer {
  going: boolean;
  guest_name?: string | null;
  waits?: boolean;
}

/** A list's key is its path. */
export const eventsKey = ["events"];

export const sendAnswer = (id: string, answer: GivenAnswer) =>
  callApi<ClubEvent>("PUT", `/events/${id}/answer`, answer);

/** What was answered, in words. */
export const saidOf = ({ answer }: ClubEvent): string =>
  answer?.state === "going" || answer?.state === "waiting" ? messages.saved[answer.state] : "You are not going";

export const useAnswer = ({ id, title }: ClubEvent) =>
  useAction<ClubEvent, GivenAnswer>(`/events/${id}/answer`, {
    method: "PUT",
    done: (event) => ({ title: saidOf(event), description: title }),
    failed: messages.answerFailed,
    invalidates: [eventsKey],
  });
