import "#web/styles/people.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import type { Person, PersonCounts, TierOutcome, TiersResponse } from "#shared/people/people.ts";
import {
  peopleMessages as messages,
  personStatuses,
  personStatusLabels,
  profileStateLabels,
  tierLabels,
  tierMessages,
  tiers,
} from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { toldWords } from "#web/features/system/system-query.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, withCount } from "#web/lib/format.ts";
import { ListScreen, type Selection } from "#web/lib/list-screen.tsx";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { BreakableText } from "#web/ui/breakable-text.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Notice } from "#web/ui/notice.tsx";
import { None, type RecordColumn } from "#web/ui/record-table.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { toast } from "#web/ui/toast.ts";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { ViewRail } from "#web/ui/view-rail.tsx";
import { FindCandidates } from "./admins/find-candidates.tsx";
import { SignatoryList } from "./admins/signatory-list.tsx";
import { PersonPage } from "./person-page.tsx";
import { personSearch, statusTones, TierButton } from "./tier-button.tsx";

/** Everybody and who is an admin, or the person that the address names. */
export function People() {
  const { state, linkTo } = useSearchState(personSearch);
  const sections = useSectionOfAddress();
  return state.person ? (
    <PersonPage key={state.person} id={state.person} backTo={linkTo({ person: "" })} />
  ) : (
    <div ref={sections} className="in-turn grid gap-8">
      <PeopleList />
      <ViewRail heading="Admins" isBlock>
        <Admins />
      </ViewRail>
    </div>
  );
}

function Admins() {
  return (
    <div className="in-turn grid gap-8">
      <SignatoryList />
      <FindCandidates />
    </div>
  );
}

function PeopleList() {
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
          label: "Plan",
          all: "Any plan",
          options: tiers.map((value) => ({ value, label: tierLabels[value] })),
        },
      ]}
      exportTo={{
        path: "/people.csv",
        label: "Export CSV",
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
        text: "Nobody has these words, this status and this plan.",
        showAll: "Show everybody",
      }}
    />
  );
}

interface TiersBarProps {
  people: readonly Person[];
  /** The set holds user ids; people no longer listed are ignored. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Changes the tier of everybody chosen in the list. */
function TiersBar({ people, chosen, onChoose }: TiersBarProps) {
  const possible = people.flatMap(({ user_id, can }) => (user_id && can.change_tier ? [user_id] : []));
  const ids = possible.filter((id) => chosen.has(id));
  const [others, setOthers] = useState<TierOutcome[]>([]);
  const client = useQueryClient();
  const noteChange = async ({ items, set }: TiersResponse) => {
    const people = set === 1 ? "1 person" : `${set} people`;
    const told = () => `${people} ${set === 1 ? "is" : "are"} told by email.`;
    setOthers(items.filter(({ result }) => result !== "set"));
    onChoose(new Set());
    toast(
      set > 0
        ? { title: tierMessages.changed, description: await toldWords(client, people, told) }
        : { title: "No plan changed" },
    );
  };
  if (possible.length === 0 && others.length === 0) return null;
  const isAll = ids.length > 0 && ids.length === possible.length;
  return (
    <div className="grid gap-2">
      <div className={classNames("tiers-bar", ids.length === 0 && "is-idle")}>
        <Checkbox
          className="small"
          label={possible.length === 1 ? "Choose this member" : `Choose all ${possible.length} members`}
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : possible))}
        />
        <TierButton<TiersResponse>
          label={ids.length === 0 ? "Change plan" : `Change plan of ${ids.length}`}
          isInactive={ids.length === 0}
          title={`Change plan of ${ids.length === 1 ? "1 person" : `${ids.length} people`}`}
          text="The plan decides the fee of their next commitments. After its last day they are on Trial. Who is not a member any more is left out and named; all others get the plan."
          tier="trial"
          until=""
          send={(input) => callApi("POST", "/people/tiers", { ...input, user_ids: ids })}
          onDone={noteChange}
          invalidates={[queryKeys.people, queryKeys.audit]}
        />
      </div>
      <p className="sr-only" role="status">
        {ids.length} chosen
      </p>
      <div role="status" className="empty:hidden">
        {others.length > 0 && <Others outcomes={others} />}
      </div>
    </div>
  );
}

function Others({ outcomes }: { outcomes: readonly TierOutcome[] }) {
  return (
    <Notice
      tone="warning"
      title={outcomes.length === 1 ? "1 person was left out." : `${outcomes.length} people were left out.`}
    >
      <ul>
        {outcomes.map(({ user_id, name, message }) => (
          <li key={user_id} className="wrap-anywhere">
            {name ?? user_id}: {message}
          </li>
        ))}
      </ul>
    </Notice>
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
    isBeside: true,
    cell: ({ status }) => (
      <Badge tone={statusTones[status]} isPlain>
        {personStatusLabels[status]}
      </Badge>
    ),
  },
  { header: "Plan", cell: ({ tier }) => (tier ? tierLabels[tier] : <None />) },
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
  const to = user_id ? linkTo({ person: user_id }) : `${adminPaths.invitations}&${new URLSearchParams({ q: email })}`;
  return (
    <RouteLink
      to={to}
      className={classNames("person-link", !full_name && "is-address")}
      title={personName({ full_name, email })}
    >
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
