import { useMutation, useQueryClient } from "@tanstack/react-query";
import { eventAnswerMessages as messages } from "#shared/event-messages.ts";
import type { ClubEvent } from "#shared/events.ts";
import { callApi } from "#web/lib/api.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

export interface GivenAnswer {
  going: boolean;
  guest_name?: string | null;
  waits?: boolean;
}

/** A list's key is its path. */
const eventsKey = ["events"];

export const sendAnswer = (id: string, answer: GivenAnswer) =>
  callApi<ClubEvent>("PUT", `/events/${id}/answer`, answer);

/** What shows the events is fetched again. */
export function useEventsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: eventsKey });
}

/** What was answered, in words. */
export const saidOf = ({ answer }: ClubEvent): string =>
  answer?.state === "going" || answer?.state === "waiting" ? messages.saved[answer.state] : messages.saved.not_going;

export function useAnswer({ id, title }: ClubEvent) {
  const changed = useEventsChanged();
  return useMutation({
    mutationFn: (answer: GivenAnswer) => sendAnswer(id, answer),
    onSuccess: (event) => toast({ title: saidOf(event), description: title }),
    onError: (error) => toastFailure(messages.answerFailed, error),
    onSettled: changed,
  });
}
