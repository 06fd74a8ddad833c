import { MutationCache, QueryCache, QueryClient, QueryClientContext, QueryClientProvider } from "@tanstack/react-query";
import { Fragment, type ReactNode, useContext } from "react";
import { toast } from "#web/ui/toast.ts";
import { ApiError, isRetryable } from "./api.ts";
import { queryKeys } from "./query-keys.ts";
import { currentSession, onSessionChange, readRightsAgain, useSession } from "./session.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** Title of the toast, where the place of what failed does not say it; without it a failure is only logged. */
    queryMeta: { failureMessage?: string | undefined };
  }
}

const retryLimit = 2;
/** Pages seen within a day open again without a pause. */
const keptMs = 24 * 60 * 60 * 1000;

const client = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey, meta }) => {
      console.info(`query failed: ${queryKey.map(keyPart).join("/")} ${describeError(error)}`);
      readRightsAgain(error);
      // Offline, the layout says so already.
      if (meta?.failureMessage && navigator.onLine)
        toast({ title: meta.failureMessage, description: error.message, variant: "destructive" });
    },
  }),
  mutationCache: new MutationCache({
    onError: readRightsAgain,
    // A changed record may be one that waited; what was asked for ahead of the change would pass for new.
    onSettled: () => {
      void client.cancelQueries({ queryKey: queryKeys.waitingCounts, type: "inactive" });
      void client.invalidateQueries({ queryKey: queryKeys.waitingCounts });
    },
  }),
  // "always": offline, a call fails at once instead of waiting.
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

let owner = ownerNow();
onSessionChange(() => {
  const before = owner;
  owner = ownerNow();
  if (owner.id !== before.id) client.clear();
  // An approved member is shown more.
  else if (owner.status !== before.status) void client.invalidateQueries();
  else if (owner.email !== before.email) void client.invalidateQueries({ queryKey: queryKeys.account });
});

function ownerNow() {
  const { session } = currentSession();
  return { id: session?.user.id, email: session?.user.email, status: session?.membership_status };
}

/** The cache is dropped with the session. */
export function QueryArea({ children }: { children: ReactNode }) {
  const { session } = useSession();
  // The server brings one for each page.
  const rendered = useContext(QueryClientContext);
  return (
    <QueryClientProvider client={rendered ?? client}>
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
