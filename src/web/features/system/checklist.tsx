import { paths } from "#shared/paths.ts";
import type { SystemCheck, SystemState } from "#shared/system/system.ts";
import { checkLabels, checkStates, describeCheck } from "#shared/system/system-messages.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { MakeBackup } from "./backups.tsx";
import { hasNoMailServer } from "./system-query.ts";
import { SendTestMail, TestMailState } from "./test-mail.tsx";

export const checkTones: Record<SystemCheck["state"], BadgeTone> = { good: "live", open: "waiting", wrong: "refused" };

const links: Partial<Record<SystemCheck["key"], { to: string; label: string }>> = {
  setup: { to: paths.setup, label: "Go on" },
  examples: { to: paths.content, label: "Content" },
  second_admin: { to: paths.membershipRequests, label: "Admins" },
  admin_two_factor: { to: paths.accountPart("two-factor"), label: "Account" },
};

/** To the first of them. */
function starterLink({ value }: SystemCheck) {
  const [first] = value?.split(",") ?? [];
  return first === "pages"
    ? { to: paths.content, label: "Content" }
    : { to: paths.settings(first ?? ""), label: "Settings" };
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
export function Checklist({ state: system }: { state: SystemState }) {
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
  const link = state === "good" ? undefined : key === "starter_texts" ? starterLink(check) : links[key];
  return (
    link && (
      <LinkButton to={link.to} variant="outline" isSmall>
        {link.label}
      </LinkButton>
    )
  );
}

const checkStateWords = { good: "Good", open: "To do", wrong: "Fix now" } as const;
