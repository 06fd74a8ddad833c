import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { paletteMessages as messages } from "#shared/account/palette-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { commitmentStateLabels } from "#shared/commitments/commitment-messages.ts";
import type { ListedCommitment } from "#shared/commitments/commitments.ts";
import type { Investment } from "#shared/companies/companies.ts";
import { quarterWords } from "#shared/company-updates/company-quarters.ts";
import type { CompanyUpdates } from "#shared/company-updates/company-updates.ts";
import type { ListedArticle } from "#shared/content/content.ts";
import { counted } from "#shared/counted.ts";
import { dealRecordMessages } from "#shared/deals/deal-desk-messages.ts";
import { type DealState, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { ListedDeal, OpenDealList } from "#shared/deals/deals.ts";
import { type DealSectionName, dealSectionMessages, openDealStateLabels } from "#shared/deals/open-deal-messages.ts";
import type { ClubEvent } from "#shared/events/events.ts";
import type { List } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import type { Person } from "#shared/people/people.ts";
import { personStatusLabels } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import { documentsMessages } from "#shared/portfolio/own-documents-messages.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { lotOriginLabels } from "#shared/portfolio/portfolio-messages.ts";
import type { MemberProfile } from "#shared/profiles/profiles.ts";
import type { OfferGate } from "#shared/statements/signed-statement-messages.ts";
import type { ToDo, Today } from "#shared/waiting-counts/to-do.ts";
import { moneyActs, type ToDoKind } from "#shared/waiting-counts/to-do-messages.ts";
import { tellTime, tellToDo, tellToday } from "#shared/waiting-counts/to-do-words.ts";
import { ownUpdatesQuery } from "#web/features/company-updates/update-queries.ts";
import { recordParts } from "#web/features/deals/desk/desk-search.ts";
import {
  type DocumentGroups,
  type DocumentRow,
  documentGroups,
} from "#web/features/portfolio/documents/document-groups.ts";
import { portfolioQuery } from "#web/features/portfolio/portfolio-query.ts";
import { ownStatementsQuery } from "#web/features/statements/own-statements-query.ts";
import { callApi } from "#web/lib/api.ts";
import { downloadFile } from "#web/lib/download-button.tsx";
import { longDate } from "#web/lib/format.ts";
import { readGated } from "#web/lib/gated-queries.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { toDoQuery } from "#web/lib/to-do-query.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { useList, withQuery } from "#web/lib/use-list.ts";
import { toastFailure } from "#web/ui/toast.ts";
import { canEnterMembersArea, isAdmin } from "../session-user.ts";
import { actionEntries, helpEntries, type Part, type Sources } from "./entries.ts";
import { type Command, type Entry, nameIn, type Result, subjectOf } from "./find.ts";

const limit = "5";
/** A deal's name needs this many letters: what is found is recorded as shown. */
const fewestLetters = 2;

interface Records extends Omit<Sources, "places"> {
  /** The way to those whom the directory finds, by what they know. */
  inDirectory: readonly Entry[];
  isSearching: boolean;
  hasFailed: boolean;
}

/** Returns which lists are searched with somebody's rights. The server decides again, list by list. */
export function searchesFor(session: Session, words: string, gate: OfferGate | undefined) {
  const isTyped = words !== "";
  const isApproved = isTyped && session.membership_status === "approved";
  return {
    members: isTyped && !isAdmin(session),
    people: isTyped && isAdmin(session),
    directory: isTyped && canEnterMembersArea(session),
    desk: isTyped && isAdmin(session),
    today: isTyped && isAdmin(session),
    portfolio: isTyped,
    toDo: isTyped && canEnterMembersArea(session),
    documents: isTyped && canEnterMembersArea(session),
    updates: isApproved && words.split(/\s+/).some((word) => /^updat/i.test(word)),
    commitments: isApproved,
    openDeals: isApproved && gate === "open" && words.length >= fewestLetters,
    events: isTyped && canEnterMembersArea(session),
  };
}

/**
 * Reads what the person may open: each list comes from the call of its own screen. Members, people, the deals of admins and open
 * deals are those that the words find, or the name among them; all else is whole.
 */
export function useRecords(session: Session, words: string): Records {
  const isTyped = words !== "";
  const isApproved = session.membership_status === "approved";
  const { data: statements } = useQuery({ ...ownStatementsQuery, enabled: isTyped && isApproved });
  const asks = searchesFor(session, words, statements?.gate);
  const named = nameIn(words) || words;
  const people = useFound<Entry>(
    asks.people ? "people" : "members",
    asks.members || asks.people,
    named,
    asks.people ? findPeople : findMembers,
  );
  const subject = subjectOf(words);
  const directory = useFound<Entry>("members", asks.directory && subject !== "", subject, findMembers);
  const desk = useFound<ListedDeal>("desk", asks.desk, named, findDeals);
  const open = useQuery({
    ...foundDealsQuery(named),
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
  const clubs = (asks.updates ? (own.data?.companies ?? []) : []).filter(({ origin }) => origin === "club");
  const updates = useQueries({ queries: clubs.map(({ company_id }) => ownUpdatesQuery(company_id)) });
  const foundDeals = (asks.desk && desk.data) || [];
  const openDeals = asks.openDeals && open.data?.gate === "open" ? open.data.answer.items : [];
  const records: Entry[] = [
    ...clubs.flatMap((company, index) => updateEntries(company, updates[index]?.data)),
    ...(today.data ? dealEntries(today.data) : []),
    ...openDeals.map(
      ({ id, company_name, state }): Entry => ({
        label: company_name,
        hint: `${isAdmin(session) ? "Deal as members see it" : "Deal"}, ${openDealStateLabels[state].toLowerCase()}`,
        to: paths.openDeal(id),
        isPassing: true,
      }),
    ),
    ...commitments.map(({ id, company_name, state }) => ({
      label: company_name,
      hint: `Your commitment, ${commitmentStateLabels[state].toLowerCase()}`,
      to: paths.commitment(id),
    })),
    ...(own.data?.companies ?? []).map(({ company_id, name, origin }) => ({
      label: name,
      hint: origin === "typed" ? `Your investment, ${lotOriginLabels.typed.toLowerCase()}` : "Your investment",
      to: paths.ownCompany(company_id),
    })),
    ...(investments ?? []).map(({ slug, name }) => ({
      label: name,
      hint: "The club’s portfolio",
      to: paths.investment(slug),
    })),
  ];
  const portfolio = own.data ?? { as_of: londonDate(serverNow()), companies: [], unissued: [], events: [], steps: [] };
  const whole = [toDo, today, own].filter(({ isEnabled }) => isEnabled);
  return {
    toDo: [...(toDo.data ? toDoEntries(toDo.data) : []), ...(today.data ? todayEntries(today.data) : [])],
    money: today.data ? moneyEntries(today.data) : [],
    records,
    parts: [
      ...dealPartEntries({ deals: [...(today.data?.deals ?? []), ...foundDeals] }),
      ...heldCompanyEntries(foundDeals),
      ...openDealPartEntries(openDeals, commitments),
    ],
    foundDeals: foundDeals.map(dealEntry),
    inDirectory: directory.data?.length ? [directoryEntry(subject)] : [],
    events: (events.items ?? []).map(({ title, date }) => ({
      label: title,
      hint: `Event, ${longDate(date)}`,
      to: paths.events,
    })),
    documents: documentEntries(documentGroups(documents.items ?? [], portfolio, null), openDocument),
    actions: [...lossEntries({ next: own.data?.next ?? [] }), ...actionEntries(session, toDo.data, today.data)],
    help: helpEntries(articles),
    people: people.data ?? [],
    isSearching:
      people.isFetching ||
      directory.isFetching ||
      updates.some(({ isPending }) => isPending) ||
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
            to: `${adminPaths.people}&${new URLSearchParams({ person: user_id })}`,
            words: email,
          },
        ]
      : [],
  );
}

async function findDeals(q: string, signal: AbortSignal): Promise<ListedDeal[]> {
  const { items } = await callApi<List<ListedDeal>>("GET", withQuery("/deals", { q, limit }), undefined, signal);
  return items;
}

const dealEntry = ({ id, company_name, state }: DealNamed): Entry => ({
  label: company_name,
  hint: adminsDeal(state),
  to: adminPaths.deal(id),
});

export const directoryEntry = (subject: string): Entry => ({
  label: messages.inDirectory(subject),
  hint: "",
  to: `${paths.directory}&${new URLSearchParams({ q: subject })}`,
});

/** The latest update of a company of whose shares the reader holds some, or held; its page has the earlier ones. */
export const updateEntries = (
  { company_id, name }: { company_id: string; name: string },
  updates: Pick<CompanyUpdates, "items"> | undefined,
): Entry[] =>
  (updates?.items ?? []).slice(0, 1).map(({ quarter }) => ({
    label: `${name}: update for the ${quarterWords(quarter)}`,
    hint: "Your investment",
    to: `${paths.ownCompany(company_id)}#company-updates`,
    words: "latest update, company update, read, last, new, newest, news",
  }));

const waitingWords = "to do, waiting, what waits";
const wordsOfKinds: Partial<Record<ToDoKind, string>> = {
  pay: "not paid, bank details, sort code, reference, transfer, money",
  payout_account: "bank details, account, money, sent back, returned",
  statement_sign: "investor statement",
  statement_again: "investor statement",
  statement_ends: "sign your statement",
  open_deals: "invest, rounds",
};

/** What waits for the reader, the first first. */
export const toDoEntries = ({ items }: Pick<ToDo, "items">): Entry[] =>
  items.map((item) => {
    const { what, action, to } = tellToDo(item);
    return {
      label: what,
      hint: hintOf(action, item),
      to,
      words: `${hintOf(action, item)}, ${waitingWords}, ${wordsOfKinds[item.kind] ?? ""}`,
      isPassing: true,
    };
  });

/** What waits for an admin, the first first. */
export const todayEntries = ({ rows }: Pick<Today, "rows">): Entry[] =>
  rows.map((row) => {
    const { what, action, to } = tellToday(row);
    const money = row.act && moneyActs.includes(row.act) ? ", money" : "";
    return {
      label: what,
      hint: hintOf(action, row),
      to,
      words: `${hintOf(action, row)}, ${waitingWords}${money}`,
      isPassing: true,
    };
  });

const hintOf = (action: string, times: { by: string | null; since?: string | null }): string =>
  [action, tellTime(times)?.text].filter(Boolean).join(" · ");

export const moneyEntries = ({ deals }: Pick<Today, "deals">): Entry[] =>
  deals
    .map((deal) => ({ ...deal, open_pence: deal.open_pence - deal.pending_pence }))
    .filter(({ open_pence }) => open_pence > 0)
    .map(({ id, company_name, open_pence, late_pence, unpaid, unpaid_members }) => {
      const names = unpaid.map(({ name }) => name);
      const [only] = unpaid_members === 1 ? names : [];
      const isLate = late_pence > 0;
      const sum =
        isLate && late_pence < open_pence ? `open, ${formatPence(late_pence)} of it late` : isLate ? "late" : "open";
      return {
        label: `${only ?? counted(unpaid_members, "member")}, ${formatPence(open_pence)} ${sum}`,
        hint: company_name,
        to: adminPaths.dealPart(id, "people"),
        words: `not paid, unpaid, owes, arrears, money, ${company_name}, ${names.join(", ")}`,
        isPassing: true,
      };
    });

/** Where the reader's losses may lower their tax, by the company. */
export const lossEntries = ({ next }: Pick<Portfolio, "next">): Entry[] =>
  next
    .filter(({ kind }) => kind === "loss_claim")
    .filter(({ company_id }, index, all) => all.findIndex((other) => other.company_id === company_id) === index)
    .flatMap(({ company_id, name }) =>
      company_id && name
        ? [
            {
              label: `Loss relief for ${name}`,
              hint: "My Investments",
              to: paths.lossClaim(company_id),
              words: "loss, tax return, written off, claim",
              isPassing: true,
            },
          ]
        : [],
    );

/** Deals in work, by their company; those that close by the words for it too. */
export const dealEntries = ({ deals }: Pick<Today, "deals">): Entry[] =>
  deals.map((deal) => ({
    ...dealEntry(deal),
    ...(deal.state === "closing" && { words: "collect, completion, ledger, bank file" }),
  }));

/** Where an admin works on it, as against the page that members see. */
const adminsDeal = (state: DealState): string => `Deal in Admin, ${dealStateLabels[state].toLowerCase()}`;

type DealNamed = Pick<ListedDeal, "id" | "company_name" | "state">;

/** Sections of a deal's page, by company and section. */
export const dealPartEntries = ({ deals }: { deals: readonly DealNamed[] }): Part[] =>
  deals.flatMap(({ id, company_name, state }) =>
    [
      ...recordParts.map((part) => [part, dealRecordMessages[part], wordsOfParts[part] ?? ""] as const),
      ...(closesNow.includes(state) ? closingParts : []),
    ].map(([part, name, words]) => ({
      label: `${company_name}: ${name}`,
      hint: adminsDeal(state),
      to: adminPaths.dealPart(id, part),
      words,
      company: company_name,
    })),
  );

const wordsOfParts: Partial<Record<(typeof recordParts)[number], string>> = {
  company: "details, founders, team",
  room: "deck, files",
  terms: "cost, price, fee, valuation, risk",
};

const closesNow: readonly DealState[] = ["preparing", "approved", "released", "closing", "completed"];
const closingParts = [
  ["lists", "Signed lists", "signature, offer, closing list"],
  ["people", "People", "commitments, members, paid, allocation, shares, holdings"],
  ["money", "Money", "payments, paid, sums"],
  ["bank", "Bank", "bank file, payments, statement"],
] as const;

/** The admins' page of a company of whose shares members hold some. */
const heldCompanyEntries = (deals: readonly ListedDeal[]): Part[] =>
  deals
    .filter(({ state }) => state === "completed")
    .map(({ company_id, company_name }) => ({
      label: `${company_name}: Prices and updates`,
      hint: "Companies",
      to: adminPaths.company(company_id),
      words: "latest update, value, valuation, worth, shares, holdings, investments, register, splits",
      company: company_name,
    }));

/** Sections of the page of an open deal, and the form in which its reader commits. */
export const openDealPartEntries = (
  deals: readonly Pick<OpenDealList["items"][number], "id" | "company_name" | "state">[],
  commitments: readonly Pick<ListedCommitment, "deal_id">[],
): Part[] =>
  deals.flatMap(({ id, company_name, state }) => {
    const isAsked = state === "open" && commitments.every(({ deal_id }) => deal_id !== id);
    const found = {
      hint: `Deal, ${openDealStateLabels[state].toLowerCase()}`,
      company: company_name,
      isPassing: true,
    } as const;
    return [
      ...(isAsked
        ? [{ ...found, label: `Commit to ${company_name}`, to: paths.commitTo(id), words: "commitment, invest" }]
        : []),
      ...openDealParts.map(([part, words]) => ({
        ...found,
        label: `${company_name}: ${part === "costs" ? "What it costs you" : dealSectionMessages[part]}`,
        to: `${paths.openDeal(id)}#deal-${part}`,
        words,
      })),
    ];
  });

const openDealParts: readonly [DealSectionName | "costs", string][] = [
  ["costs", "cost, price, fee, money, amount"],
  ["terms", "price, valuation, share class"],
  ["room", "deck, files, papers"],
  ["questions", "answers"],
  ["timeline", "dates"],
];

const taxHint = "For your tax return";
const taxWords = "tax certificate, tax return, HMRC, relief";

/**
 * The reader's documents, by kind and company: certificates for the tax return first, the newest first.
 * @param open saves the file at a path of the API.
 */
export function documentEntries({ tax, others }: DocumentGroups, open: (path: string) => void): Result[] {
  const ofTax = tax.flatMap(({ rows }) => rows);
  const isFile = ({ target }: DocumentRow) => "file" in target;
  const certificates = ofTax.filter((row) => row.company !== null && isFile(row));
  const missing = ofTax.filter(({ state }) => state !== undefined);
  const summaries = ofTax.filter(({ company }) => company === null);
  return [
    ...certificates.map((row) =>
      entryOf({ ...row, name: [row.name, ...amountOf(row)].join(", ") }, taxHint, taxWords, open),
    ),
    ...missing.map((row) => entryOf(row, taxHint, taxWords, open)),
    ...summaries.map((row) => entryOf(row, taxHint, `${taxWords}, year-end, everything`, open)),
    ...others.flatMap(({ heading, rows }) => rows.map((row) => entryOf(row, heading, "", open))),
  ].filter((entry) => entry !== undefined);
}

/** What the certificate is for, which its note begins with. */
const amountOf = ({ note }: DocumentRow): string[] => /^£[\d,.]*\d/.exec(note) ?? [];

function entryOf(
  { name, target, state }: DocumentRow,
  group: string,
  words: string,
  open: (path: string) => void,
): Result | undefined {
  const found = { label: name, words: `${words}, ${state ?? ""}, document, PDF` };
  if ("file" in target) return { ...found, hint: `PDF · ${group}`, run: () => open(target.file) } satisfies Command;
  if ("isShown" in target) return undefined;
  const told = state ? `${documentsMessages.states[state]} · ${group}` : group;
  if ("company" in target) return { ...found, hint: told, to: paths.ownCompany(target.company) };
  return { ...found, hint: told, to: paths.openDeal(target.deal), isPassing: true };
}
