import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { SystemCheck, SystemState } from "#shared/system/system.ts";
import { checkLabels, checkStates, describeCheck, systemMessages as messages } from "#shared/system/system-messages.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { Backups, MakeBackup } from "./backups.tsx";
import { ClientErrors, DatabaseFacts, LastRuns, Versions } from "./facts.tsx";
import { Queue } from "./queue.tsx";
import { hasNoMailServer, systemQuery } from "./system-query.ts";
import { SendTestMail, TestMailState } from "./test-mail.tsx";

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

const checkTones: Record<SystemCheck["state"], BadgeTone> = { good: "live", open: "waiting", wrong: "refused" };

const links: Partial<Record<SystemCheck["key"], { to: string; label: string }>> = {
  setup: { to: paths.setup, label: "Go on" },
  examples: { to: paths.content, label: "Content" },
  second_admin: { to: paths.admins, label: "Go to Admins" },
  admin_two_factor: { to: paths.accountPart("two-factor"), label: "Account" },
};

/** To the first of the settings, and to the legal pages. */
function starterLinks({ value }: SystemCheck) {
  const names = value?.split(",") ?? [];
  const first = names.find((name) => name !== "pages");
  return [
    ...(first ? [{ to: settingPath(first.split(".")[0] ?? ""), label: "Settings" }] : []),
    ...(names.includes("pages") ? [{ to: paths.content, label: "Content" }] : []),
  ];
}

const columns = (system: SystemState): RecordColumn<SystemCheck>[] => [
  { header: "Check", className: "whitespace-nowrap", cell: ({ key }) => checkLabels[key] },
  {
    header: "State",
    cell: ({ state }) => (
      <Badge tone={checkTones[state]} isPlain>
        {checkStateWords[state]}
      </Badge>
    ),
  },
  {
    header: "Why, and what to do",
    className: "wrap-anywhere",
    cell: (check) => (
      <>
        {checkText(check)}{" "}
        {check.key === "mail" && <TestMailState mail={system.test_mail} hasNoServer={hasNoMailServer(system)} />}
      </>
    ),
  },
  { header: "Actions", isActions: true, cell: (check) => <Action check={check} /> },
];

/** What is wrong first. */
function Checklist({ state: system }: { state: SystemState }) {
  const rank = ({ state }: SystemCheck) => -checkStates.indexOf(state);
  const rows = system.checks.toSorted((one, other) => rank(one) - rank(other));
  return (
    <RecordTable caption="Setup checklist" columns={columns(system)} rows={rows} rowKey={({ key }) => key} isDense />
  );
}

const checkText = ({ key, state, value }: SystemCheck): string =>
  describeCheck(key, state, key === "backup" && value && value !== "failed" ? formatDateTime(value) : value);

function Action({ check }: { check: SystemCheck }) {
  const { key, state } = check;
  if (key === "mail") return <SendTestMail />;
  if (key === "backup") return <MakeBackup />;
  if (state === "good") return null;
  const given = key === "starter_texts" ? starterLinks(check) : [links[key]].filter((link) => link !== undefined);
  return given.map(({ to, label }) => (
    <LinkButton key={to} to={to} variant="outline" isSmall>
      {label}
    </LinkButton>
  ));
}

const checkStateWords = { good: "Good", open: "To do", wrong: "Fix now" } as const;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <ViewHead title={title} isBlock />
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
