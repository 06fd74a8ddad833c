import { queryOptions } from "@tanstack/react-query";
import type { Act, NextAct } from "#shared/acts/acts.ts";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys, queryKeys } from "#web/lib/query-keys.ts";

const clockSeconds = 5;

/** Newest first. */
export const actsQuery = (dealId: string) =>
  queryOptions({
    queryKey: queryKeys.dealActs(dealId),
    queryFn: ({ signal }) => callApi<{ items: Act[] }>("GET", `/deals/${dealId}/acts`, undefined, signal),
    // The clock carries out what two have signed some seconds later.
    refetchInterval: ({ state }) => state.dataUpdateCount < 60 && isRunning(state.data?.items) && clockSeconds * 1000,
  });

const isRunning = (acts: readonly Act[] = []): boolean =>
  acts.some(
    ({ state, parts }) => state === "signed" && parts.some(({ executed_at, refusal }) => !executed_at && !refusal),
  );

export const nextQuery = (dealId: string) =>
  queryOptions({
    queryKey: queryKeys.dealNext(dealId),
    queryFn: ({ signal }) => callApi<NextAct>("GET", `/deals/${dealId}/next`, undefined, signal),
    // "In some minutes" passes without anybody's press.
    refetchInterval: ({ state }) =>
      state.dataUpdateCount < 60 && state.data?.act === null && state.data.by === null && clockSeconds * 1000,
  });

/** What a signature, a withdrawal or an objection changes. */
export const actInvalidates = [...dealMoneyKeys, queryKeys.waitingCounts];
