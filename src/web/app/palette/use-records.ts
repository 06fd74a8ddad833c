import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { paletteMessages as messages } from "#shared/account/palette-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import type { ListedCommitment } from "#shared/commitments/commitments.ts";
import type { Investment } from "#shared/companies/companies.ts";
import type { ListedArticle } from "#shared/content/content.ts";
import { dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ListedDeal, OpenDealList } from "#shared/deals/deals.ts";
import { openDealStateLabels } from "#shared/deals/open-deal-messages.ts";
import type { ClubEvent } from "#shared/events/events.ts";
import type { List } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import type { Person } from "#shared/people/people.ts";
import { personStatusLabels } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import type { OfferGate } from "#shared/statements/signed-statement-messages.ts";
import { documentGroups } from "#web/features/portfolio/documents/document-groups.ts";
import { portfolioQuery } from "#web/features/portfolio/portfolio-query.ts";
import { ownStatementsQuery } from "#web/features/statements/own-statements-query.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { readGated } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toDoQuery } from "#web/lib/to-do-query.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { downloadFile } from "#web/lib/use-download.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { toastFailure } from "#web/ui/toast.ts";
import { canEnterMembersArea, isAdmin } from "../session-user.ts";
import { actionEntries, helpEntries, type Sources } from "./entries.ts";
import type { Entry } from "./find.ts";
import { dealEntries, documentEntries, moneyEntries, toDoEntries, todayEntries } from "./record-entries.ts";

const limit = "5";
/** Of a deal's name: what is found is recorded as shown. */
const fewestLetters = 2;

interface Records extends Omit<Sources, "places"> {
  isSearching: boolean;
  hasFailed: boolean;
}

/** Which lists are searched with somebody's rights. The server decides again, list by list. */
export function searchesFor(session: Session, words: string, gate: OfferGate | undefined) {
  const isTyped = words !== "";
  const isApproved = isTyped && session.membership_status === "approved";
  return {
    members: isTyped && !isAdmin(session),
    people: isTyped && isAdmin(session),
    desk: isTyped && isAdmin(session),
    today: isTyped && isAdmin(session),
    portfolio: isTyped,
    toDo: isTyped && canEnterMembersArea(session),
    documents: isTyped && canEnterMembersArea(session),
    commitments: isApproved,
    openDeals: isApproved && gate === "open" && words.length >= fewestLetters,
    events: isTyped && canEnterMembersArea(session),
  };
}

/**
 * What the person may open: each list comes from the call of its own screen. Members, people, the deals of admins and open
 * deals are those that the words find, all else is whole.
 */
export function useRecords(session: Session, words: string): Records {
  const isTyped = words !== "";
  const isApproved = session.membership_status === "approved";
  const { data: statements } = useQuery({ ...ownStatementsQuery, enabled: isTyped && isApproved });
  const asks = searchesFor(session, words, statements?.gate);
  const people = useFound<Entry>("people", asks.members || asks.people, words, asks.people ? findPeople : findMembers);
  const desk = useFound<Entry>("desk", asks.desk, words, findDeals);
  const open = useQuery({
    ...foundDealsQuery(words),
    enabled: asks.openDeals,
    placeholderData: asks.openDeals ? keepPreviousData : undefined,
  });
  const own = useQuery({ ...portfolioQuery, enabled: asks.portfolio });
  const toDo = useQuery({ ...toDoQuery, enabled: asks.toDo });
  const today = useQuery({ ...todayQuery, enabled: asks.today });
  // The latest hundred, as Documents loads them.
  const documents = useList<OwnDocument>(
    { path: "/portfolio/me/documents", parameters: { limit: "100" } },
    asks.documents,
  );
  const { items: commitments = [] } = useList<ListedCommitment>({ path: "/commitments/me" }, asks.commitments);
  const events = useList<ClubEvent>({ path: "/events" }, asks.events);
  const { items: investments } = useList<Investment>({ path: "/investments" });
  const { data: articles = [] } = useQuery({ ...articlesQuery, enabled: isTyped });
  const openDeals = asks.openDeals && open.data?.gate === "open" ? open.data.answer.items : [];
  const records: Entry[] = [
    ...openDeals.map(
      ({ id, company_name, state }): Entry => ({
        label: company_name,
        hint: `Deal, ${openDealStateLabels[state].toLowerCase()}`,
        to: paths.openDeal(id),
        isPassing: true,
      }),
    ),
    ...commitments.map(({ id, company_name, state }) => ({
      label: company_name,
      hint: `Your commitment, ${commitmentStateLabels[state].toLowerCase()}`,
      to: paths.commitment(id),
    })),
    ...(own.data?.companies ?? []).map(({ company_id, name }) => ({
      label: name,
      hint: "Your investment",
      to: paths.ownCompany(company_id),
    })),
    ...(investments ?? []).map(({ slug, name }) => ({
      label: name,
      hint: "The club’s portfolio",
      to: paths.investment(slug),
    })),
    ...(today.data ? dealEntries(today.data) : []),
  ];
  const portfolio = own.data ?? { as_of: londonDate(new Date()), companies: [], steps: [] };
  const whole = [toDo, today, own].filter(({ isEnabled }) => isEnabled);
  return {
    toDo: [...(toDo.data ? toDoEntries(toDo.data) : []), ...(today.data ? todayEntries(today.data) : [])],
    money: today.data ? moneyEntries(today.data) : [],
    records,
    foundDeals: asks.desk ? (desk.data ?? []) : [],
    events: (events.items ?? []).map(({ title, date }) => ({
      label: title,
      hint: `Event, ${longDate(date)}`,
      to: paths.events,
    })),
    documents: documentEntries(documentGroups(documents.items ?? [], portfolio, null), openDocument),
    actions: actionEntries(session, toDo.data, today.data),
    help: helpEntries(articles),
    people: people.data ?? [],
    isSearching:
      people.isFetching ||
      desk.isFetching ||
      open.isFetching ||
      whole.some(({ isPending }) => isPending) ||
      (asks.documents && documents.isPending) ||
      (asks.events && events.isPending),
    hasFailed:
      [people, desk, open, ...whole].some(({ isError }) => isError) ||
      (asks.documents && !documents.isPending && !documents.items),
  };
}

/** The palette is closed by then. */
const openDocument = (path: string): void =>
  void downloadFile("GET", path).catch((error) => toastFailure(messages.notOpened, error));

const articlesQuery = queryOptions({
  queryKey: ["palette", "articles"],
  queryFn: ({ signal }) =>
    callApi<List<ListedArticle>>("GET", "/articles", undefined, signal).then(({ items }) => items),
});

/** Its call records that the reader was shown those that it finds. Forgotten with the other deals when the gate closes. */
const foundDealsQuery = (words: string) =>
  queryOptions({
    queryKey: [...queryKeys.openDeals, "found", words],
    queryFn: (context) => readGated<OpenDealList>(withQuery("/open-deals", { q: words }), context),
  });

const useFound = <Found>(
  kind: string,
  enabled: boolean,
  words: string,
  find: (words: string, signal: AbortSignal) => Promise<Found[]>,
) =>
  useQuery({
    queryKey: ["palette", kind, words],
    queryFn: ({ signal }) => find(words, signal),
    enabled,
    placeholderData: enabled ? keepPreviousData : undefined,
  });

async function findMembers(q: string, signal: AbortSignal): Promise<Entry[]> {
  const { items } = await callApi<List<MemberProfile>>(
    "GET",
    withQuery("/member-profiles", { q, limit }),
    undefined,
    signal,
  );
  return items.map(({ id, full_name }) => ({
    label: full_name,
    hint: "Member",
    to: `${paths.directory}&${new URLSearchParams({ member: id })}`,
  }));
}

async function findPeople(q: string, signal: AbortSignal): Promise<Entry[]> {
  const { items } = await callApi<List<Person>>("GET", withQuery("/people", { q, limit }), undefined, signal);
  return items.flatMap(({ user_id, full_name, email, status }) =>
    user_id
      ? [
          {
            label: personName({ full_name, email }),
            hint: `People, ${personStatusLabels[status].toLowerCase()}`,
            to: `${paths.people}&${new URLSearchParams({ person: user_id })}`,
            words: email,
          },
        ]
      : [],
  );
}

async function findDeals(q: string, signal: AbortSignal): Promise<Entry[]> {
  const { items } = await callApi<List<ListedDeal>>("GET", withQuery("/deals", { q, limit }), undefined, signal);
  return items.map(({ id, company_name, state }) => ({
    label: company_name,
    hint: `Deal, ${dealStateLabels[state].toLowerCase()}`,
    to: paths.deal(id),
  }));
}
