import { useQuery } from "@tanstack/react-query";
import { paths } from "#shared/paths.ts";
import type { Person, PersonCounts } from "#shared/people/people.ts";
import {
  peopleMessages as messages,
  personStatuses,
  personStatusLabels,
  profileStateLabels,
  tierLabels,
  tiers,
} from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, withCount } from "#web/lib/format.ts";
import { ListScreen, type Selection } from "#web/lib/list-screen.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { personSearch, statusTones } from "./person-search.ts";
import { TiersBar } from "./tiers-bar.tsx";

export function PeopleList() {
  const { data: counts } = useQuery({
    queryKey: queryKeys.peopleCounts,
    queryFn: ({ signal }) => callApi<PersonCounts>("GET", "/people/counts", undefined, signal),
  });
  return (
    <ListScreen<Person>
      title={messages.label}
      path="/people"
      noun="people"
      loading="Loading people"
      failed="Failed to fetch people."
      search="Name or email"
      filtersLabel="Filter people"
      filters={[
        {
          name: "status",
          label: "Status",
          all: "Any status",
          options: personStatuses.map((value) => ({
            value,
            label: withCount(personStatusLabels[value], counts?.[value]),
          })),
        },
        {
          name: "tier",
          label: "Tier",
          all: "Any tier",
          options: tiers.map((value) => ({ value, label: tierLabels[value] })),
        },
      ]}
      exportTo={{
        path: "/people.csv",
        label: "CSV",
        busy: "Exporting...",
        failed: "Failed to export people.",
      }}
      caption="People, newest first"
      columns={columns}
      selection={{
        bar: (people, { chosen, choose }) => <TiersBar people={people} chosen={chosen} onChoose={choose} />,
        column: nameColumn,
      }}
      empty={{ title: "Nobody here yet", text: "People appear here once they are invited." }}
      nothing={{
        title: "Nobody found",
        text: "Nobody has these words, this status and this tier.",
        showAll: "Show everybody",
      }}
    />
  );
}

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

const nameColumn = (people: Person[], selection: Selection): RecordColumn<Person> => ({
  header: "Name",
  className: "wrap-anywhere is-one-line",
  cell: (person) => (
    <div className="person-cell">
      {people.some(({ can }) => can.change_tier) && <Choice person={person} selection={selection} />}
      <NameCell person={person} />
    </div>
  ),
});

/** Room for a tick box, with one where the tier can be changed. */
function Choice({ person, selection }: { person: Person; selection: Selection }) {
  const { user_id, full_name, email, can } = person;
  if (!user_id || !can.change_tier) return <span className="check-box" />;
  return (
    <Checkbox
      label={<span className="sr-only">Choose {personName({ full_name, email })}</span>}
      checked={selection.chosen.has(user_id)}
      onChange={() => selection.toggle(user_id)}
    />
  );
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
