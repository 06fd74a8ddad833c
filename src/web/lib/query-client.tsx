import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { toast } from "#web/ui/toast.ts";
import { ApiError, isRetryable } from "./api.ts";
import { queryKeys } from "./query-keys.ts";
import { currentSession, loadSession, onSessionChange, useSession } from "./session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Words that a failed query shows; without them the failure is only logged. */
    queryMeta: { failureMessage?: string | undefined };
  }
}

const retryLimit = 2;
/** As long as anybody keeps a page open: what was seen once opens again without a pause. A session's end forgets it all. */
const keptMs = 24 * 60 * 60 * 1000;

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey, meta }) => {
      console.info(`query failed: ${queryKey.map(keyPart).join("/")} ${describeError(error)}`);
      readRightsAgain(error);
      // Offline a line says so all the time, and a toast would take the place of what somebody's press came to.
      if (meta?.failureMessage && navigator.onLine)
        toast({ title: meta.failureMessage, description: error.message, variant: "destructive" });
    },
  }),
  mutationCache: new MutationCache({
    onError: readRightsAgain,
    // Whatever was changed, or found changed by somebody else, may be one that waited.
    onSettled: () => void client.invalidateQueries({ queryKey: queryKeys.waitingCounts }),
  }),
  // "always": without a network a call fails and says so, instead of waiting for one.
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: keptMs,
      networkMode: "always",
      refetchOnReconnect: "always",
      retry: (failures, error) => navigator.onLine && isRetryable(error) && failures < retryLimit,
    },
    mutations: { networkMode: "always" },
  },
});

let ownerId = currentSession().session?.user.id;
onSessionChange(() => {
  const userId = currentSession().session?.user.id;
  if (userId !== ownerId) client.clear();
  ownerId = userId;
});

/** The part of the site whose pages ask the server. Answers are kept from page to page, and forgotten with the session. */
export function QueryArea({ children }: { children: ReactNode }) {
  const { session } = useSession();
  return (
    <QueryClientProvider client={client}>
      <Fragment key={session?.user.id}>{children}</Fragment>
    </QueryClientProvider>
  );
}

const keyPart = (part: unknown): string => (typeof part === "string" ? part : JSON.stringify(part));

function describeError(error: Error): string {
  if (!(error instanceof ApiError)) return `${error.name} ${error.message}`;
  const { status, code, detail } = error.problem;
  return `${error.name} ${status} ${code} ${detail}`;
}

/** A refusal may mean that the session ended or the person's rights changed since the page was opened. */
function readRightsAgain(error: Error): void {
  if (error instanceof ApiError && [401, 403].includes(error.problem.status)) void loadSession("USER_UPDATED");
}
