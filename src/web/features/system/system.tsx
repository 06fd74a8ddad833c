import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { systemMessages as messages } from "#shared/system-messages.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { Backups } from "./backups.tsx";
import { Checklist } from "./checklist.tsx";
import { ClientErrors, DatabaseFacts, LastRuns, Versions } from "./facts.tsx";
import { Queue } from "./queue.tsx";
import { systemQuery } from "./system-query.ts";
import { isWithoutServer } from "./test-mail.tsx";

export function System() {
  const { data: state, error, refetch } = useQuery(systemQuery);
  return (
    <div className="grid gap-8">
      <div>
        <ViewHead title={messages.label} />
        {state && <Checklist state={state} />}
        {!state && !error && <RowSkeletons label={messages.loading} />}
        {!state && error && <LoadFailed title={messages.failed} text={error.message} onRetry={refetch} />}
      </div>
      <Section title={messages.queue}>
        {state && <p>{messages.mailCounts(state.mails, state.checks.some(isWithoutServer))}</p>}
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

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <ViewHead title={title} isBlock />
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
