import { paths } from "#shared/paths.ts";
import type { SystemCheck } from "#shared/system.ts";
import { checkLabels, checkStates, checkStateWords, describeCheck, systemMessages } from "#shared/system-messages.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

export const checkTones: Record<SystemCheck["state"], BadgeTone> = { good: "live", open: "waiting", wrong: "refused" };

const links: Partial<Record<SystemCheck["key"], { to: string; label: string }>> = {
  setup: { to: paths.setup, label: "Go on" },
  examples: { to: paths.content, label: "Content" },
  second_admin: { to: paths.membershipRequests, label: "Admins" },
  admin_two_factor: { to: paths.account, label: "Account" },
};

const columns: RecordColumn<SystemCheck>[] = [
  { header: "Check", className: "whitespace-nowrap", cell: ({ key }) => checkLabels[key] },
  {
    header: "State",
    cell: ({ state }) => (
      <Badge tone={checkTones[state]} isPlain>
        {checkStateWords[state]}
      </Badge>
    ),
  },
  { header: "What to do", className: "wrap-anywhere", cell: (check) => <WhatToDo check={check} /> },
];

/** What is wrong first. */
export function Checklist({ checks }: { checks: SystemCheck[] }) {
  const rank = ({ state }: SystemCheck) => -checkStates.indexOf(state);
  const rows = checks.toSorted((one, other) => rank(one) - rank(other));
  return (
    <RecordTable caption={systemMessages.checklist} columns={columns} rows={rows} rowKey={({ key }) => key} isDense />
  );
}

function WhatToDo({ check: { key, state, value } }: { check: SystemCheck }) {
  const shown = key === "backup" && value && value !== "failed" ? formatDateTime(value) : value;
  const link = state === "good" ? undefined : links[key];
  return (
    <>
      {describeCheck(key, state, shown)} {link && <InlineLink to={link.to}>{link.label}</InlineLink>}
    </>
  );
}
