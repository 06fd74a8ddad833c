import { paths } from "#shared/paths.ts";
import type { Person } from "#shared/people.ts";
import {
  peopleMessages as messages,
  personStatusLabels,
  profileStateLabels,
  tierLabels,
  tierMessages,
} from "#shared/people-messages.ts";
import { personName } from "#shared/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { personSearch, statusTones } from "./person-search.ts";

const columns: RecordColumn<Person>[] = [
  {
    header: "Email",
    className: "muted wrap-anywhere is-one-line",
    isWideOnly: true,
    cell: ({ full_name, email }) => full_name && <span title={email}>{email}</span>,
  },
  {
    header: "Status",
    cell: ({ status }) => (
      <Badge tone={statusTones[status]} isPlain>
        {personStatusLabels[status]}
      </Badge>
    ),
  },
  { header: "Tier", cell: ({ tier }) => (tier ? tierLabels[tier] : "–") },
  { header: "Last sign-in", className: "num whitespace-nowrap", cell: (person) => <LastSignIn person={person} /> },
  { header: "Second factor", isWideOnly: true, cell: (person) => factorOf(person) },
  {
    header: "Profile",
    isWideOnly: true,
    className: "whitespace-nowrap",
    cell: ({ profile_state, user_id }) => (user_id ? profileStateLabels[profile_state] : "–"),
  },
];

interface PeopleTableProps {
  people: Person[];
  /** By user id. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

export function PeopleTable({ people, chosen, onChoose }: PeopleTableProps) {
  const canChoose = people.some(({ can }) => can.change_tier);
  const name: RecordColumn<Person> = {
    header: "Name",
    className: "wrap-anywhere is-one-line",
    cell: (person) => (
      <div className="person-cell">
        {canChoose && <Choice person={person} chosen={chosen} onChoose={onChoose} />}
        <NameCell person={person} />
      </div>
    ),
  };
  return (
    <RecordTable
      caption="People, newest first"
      columns={[name, ...columns]}
      rows={people}
      rowKey={({ id }) => id}
      isDense
    />
  );
}

/** Room for a tick box, with one where the tier can be changed. */
function Choice({ person, chosen, onChoose }: Omit<PeopleTableProps, "people"> & { person: Person }) {
  const { user_id, full_name, email, can } = person;
  if (!user_id || !can.change_tier) return <span className="check-box" />;
  return (
    <Checkbox
      label={<span className="sr-only">{tierMessages.choose(personName({ full_name, email }))}</span>}
      checked={chosen.has(user_id)}
      onChange={() => onChoose(toggled(chosen, user_id))}
    />
  );
}

function toggled(chosen: ReadonlySet<string>, userId: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(userId)) next.add(userId);
  return next;
}

/** To the person's page; who is invited has none, and is found among the invitations. */
function NameCell({ person: { user_id, full_name, email } }: { person: Person }) {
  const { linkTo } = useSearchState(personSearch);
  const to = user_id ? linkTo({ person: user_id }) : `${paths.invitations}&${new URLSearchParams({ q: email })}`;
  return (
    <RouteLink to={to} className="person-link" title={personName({ full_name, email })}>
      <BreakableText text={personName({ full_name, email })} />
    </RouteLink>
  );
}

function LastSignIn({ person: { last_signed_in_at } }: { person: Person }) {
  if (!last_signed_in_at) return <span className="muted">{messages.neverSignedIn}</span>;
  return <time dateTime={last_signed_in_at}>{formatDateTime(last_signed_in_at)}</time>;
}

function factorOf({ user_id, has_second_factor }: Person): string {
  if (!user_id) return "–";
  return has_second_factor ? messages.app : messages.noFactor;
}
