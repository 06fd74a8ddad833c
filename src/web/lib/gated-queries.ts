import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { OpenCallList } from "#shared/deals/deal-calls.ts";
import type { OpenQuestionList } from "#shared/deals/deal-questions.ts";
import type { OwnOpenings } from "#shared/deals/deal-room.ts";
import type { OpenDeal, OpenDealList } from "#shared/deals/deals.ts";
import { type OfferGate, offerGates } from "#shared/statements/signed-statement-messages.ts";
import { ApiError, callApi } from "./api.ts";
import { queryKeys } from "./query-keys.ts";
import { readRightsAgain } from "./session.ts";

export type ClosedGate = Exclude<OfferGate, "open">;

/** What is shown only while the gate is open, or why it is not. */
export type Gated<Answer> = { gate: "open"; answer: Answer } | { gate: ClosedGate };

/** Wraps the answer to a change as a query stores it. */
export const gateIsOpen = <Answer>(answer: Answer): Gated<Answer> => ({ gate: "open", answer });

export const openDealsQuery = queryOptions({
  queryKey: queryKeys.openDealList,
  queryFn: (context) => readGated<OpenDealList>("/open-deals", context),
});

export const openDealQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.openDeal(id),
    queryFn: (context) => readGated<OpenDeal>(`/open-deals/${id}`, context),
  });

export const openQuestionsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.openQuestions(id),
    queryFn: (context) => readGated<OpenQuestionList>(`/open-deals/${id}/questions`, context),
  });

export const openCallsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.openCalls(id),
    queryFn: (context) => readGated<OpenCallList>(`/open-deals/${id}/calls`, context),
  });

export const ownOpeningsQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.ownOpenings(id),
    queryFn: (context) => readGated<OwnOpenings>(`/open-deals/${id}/openings`, context),
  });

/** A refusal takes the place of what was shown before. */
export async function readGated<Answer>(
  path: string,
  { client, signal }: { client: QueryClient; signal: AbortSignal },
): Promise<Gated<Answer>> {
  try {
    return gateIsOpen(await callApi<Answer>("GET", path, undefined, signal));
  } catch (error) {
    const gate = closedGateOf(error);
    if (!gate) throw error;
    forgetDeals(client);
    readRightsAgain(error);
    return { gate };
  }
}

function closedGateOf(error: unknown): ClosedGate | undefined {
  const code = error instanceof ApiError ? error.problem.code : undefined;
  return offerGates.find((gate): gate is ClosedGate => gate !== "open" && gate === code);
}

/** Closes the deal when a change was refused by a closed gate. @returns whether it did. */
export function closeDeal(client: QueryClient, id: string, error: unknown): boolean {
  const gate = closedGateOf(error);
  if (!gate) return false;
  client.setQueryData<Gated<OpenDeal>>(queryKeys.openDeal(id), { gate });
  forgetDeals(client);
  return true;
}

/** No name of a deal outlasts the gate; the statements say why it closed. */
function forgetDeals(client: QueryClient): void {
  client.removeQueries({ queryKey: queryKeys.openDeals, type: "inactive" });
  void client.invalidateQueries({ queryKey: queryKeys.ownStatements });
}
