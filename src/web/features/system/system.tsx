import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { systemMessages as messages } from "#shared/system/system-messages.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { Backups } from "./backups.tsx";
import { Checklist } from "./checklist.tsx";
import { ClientErrors, DatabaseFacts, LastRuns, Versions } from "./facts.tsx";
import { Queue } from "./queue.tsx";
import { hasNoMailServer, systemQuery } from "./system-query.ts";

export function System() {
  const { data: state, error, refetch } = useQuery(systemQuery);
  return (
    <div className="grid gap-8">
      <div>
        <ViewHead title="System">
          <LookAgain />
        </ViewHead>
        {state && <Checklist state={state} />}
        {!state && !error && <RowSkeletons label={messages.loading} />}
        {!state && error && (
          <LoadFailed title="The state of the system did not load" text={error.message} onRetry={refetch} />
        )}
      </div>
      <Section title={messages.queue}>
        {state && <p>{messages.mailCounts(state.mails, hasNoMailServer(state))}</p>}
        <Queue />
      </Section>
      <Section title={messages.backups}>
        <Backups />
      </Section>
      {state && (
        <>
          <Section title={messages.versions}>
            <Versions state={state} />
          </Section>
          <Section title={messages.database}>
            <DatabaseFacts database={state.database} />
          </Section>
          <Section title={messages.jobs}>
            <LastRuns jobs={state.jobs} />
          </Section>
          <Section title={messages.clientErrors}>
            <ClientErrors errors={state.client_errors} />
          </Section>
        </>
      )}
    </div>
  );
}

/** Checks, queue and backups. */
function LookAgain() {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.invalidateQueries({ queryKey: queryKeys.system }),
  });
  return (
    <Button variant="outline" isSmall busyLabel={isPending && "Looking"} onClick={() => mutate()}>
      Look again
    </Button>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <ViewHead title={title} isBlock />
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
