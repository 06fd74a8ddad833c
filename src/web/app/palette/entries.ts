import { appearanceMessages } from "#shared/account/appearance-messages.ts";
import { type paletteMessages, shortcutMessages } from "#shared/account/palette-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { adminPaths } from "#shared/admin-paths.ts";
import { forgivenInNames } from "#shared/match-words.ts";
import { paths } from "#shared/paths.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { ToDo, Today } from "#shared/waiting-counts/to-do.ts";
import { tellTime } from "#shared/waiting-counts/to-do-words.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { type Theme, themes } from "#web/lib/theme.ts";
import type { View } from "#web/views.tsx";
import { viewsFor } from "../members/match-view.ts";
import { mainLinks } from "../nav-link.tsx";
import { canEnterMembersArea, isAdmin } from "../session-user.ts";
import {
  type Command,
  type Entry,
  type Findable,
  matching,
  matchingForgiving,
  matchingInOrder,
  matchingMisspelt,
  nameIn,
  type Result,
} from "./find.ts";
import { letterOf, type Place } from "./shortcuts.ts";

/** The screens that the person may open. */
export function pageEntries({ tabs, addressOf }: Place, club: Club, counts: WaitingCounts | undefined): Entry[] {
  return tabs.flatMap((tab): Entry[] => {
    const rows = "screens" in tab ? tab.screens : [tab];
    return (
      rows
        // What stops something is among the actions, which say that they ask first.
        .filter((row) => !("isDanger" in row) && !row.isHidden?.(club, counts))
        .map((row) => {
          const waiting = row.count && !row.isForOthers ? (counts?.[row.count] ?? 0) : 0;
          const key = row === tab ? tab.path : `${tab.path} ${row.path}`;
          const place = row.label === tab.label ? "" : tab.label;
          return {
            label: row.label,
            hint: waiting > 0 ? `${tab.label}, ${waiting} waiting` : place,
            to: row === tab ? addressOf(tab) : addressOf(tab, row),
            letter: row === tab ? letterOf(tab.path) : letterOf(tab.path, row.path),
            words: synonyms[key],
          };
        })
    );
  });
}

/** Synonyms of a screen, by its place in the table of views. */
export const synonyms: Readonly<Record<string, string>> = {
  "investments overview": "home, start, portfolio, to do, dashboard, what waits, waiting",
  "investments deals": "deals, invest, rounds, pitch, opportunities, commit, question, ask",
  "investments mine":
    "holdings, shares, portfolio, value, return, my money, own commitments, how much I owe, not paid yet, withdraw, withdraw my commitment, closing of a deal, what it is worth, profit, gain, performance",
  "investments documents": "certificate, SEIS3, EIS3, receipt, PDF, deck, papers",
  "directory list": "members, who, find somebody",
  "directory introductions": "meet, contact, message a member",
  "directory edit": "bio, photo, LinkedIn, skills, picture",
  "directory submit": "bio, photo, LinkedIn, skills, picture",
  "directory review": "approve profile",
  "events list": "calendar, supper, call, RSVP, guest, cancel my place",
  "admin today": "waiting, what waits, to do, overdue, late, inbox",
  "admin enquiries": "applications, founders, pitch, decks, triage, pipeline",
  "admin deals":
    "deal desk, pipeline, board, closing, terms, release, allocation, commitments, completion, signed list, start a deal, close a deal",
  "admin companies":
    "prices, valuation, exit, split, updates, latest update, SEIS1, EIS1, relief, shares register, holdings",
  "admin money":
    "not paid, unpaid, late, arrears, bank, refund, unidentified, payouts, payments, bank statement, upload bank statement",
  "admin people":
    "members, tier, suspend, reinstate, end, admin role, access, export members, download members, remove a member, kick out, delete a member, reset password of a member, administrator, change a member's plan, promote to VIP",
  "admin requests": "approve, applicants, new members, applications",
  "admin invitations": "invite, code",
  "admin import": "import, upload, CSV",
  "admin statements": "investor statement, review, high net worth, sophisticated",
  "admin statement-forms": "statement forms, high net worth, sophisticated",
  "admin investors": "passport, address, bank account, KYC, identity check",
  "admin content": "article, write an article, news, page, FAQ, picture",
  "admin messages": "email members, announcement, write, mail",
  "admin newsletter": "subscribers",
  "admin club": "settings, options, configuration, legal pages",
  "admin look": "settings, theme",
  "admin plans": "settings, prices",
  "admin deal-rules": "settings, legal",
  "admin emails": "settings, SMTP, mail server",
  "admin keys": "settings, API, token, program, webhook, integration",
  "admin audit": "log, history, who did, who changed what, who looked at, who read, export audit, download audit",
  "admin shown": "register, deliveries, history",
  "admin data": "GDPR, deletion, privacy",
  "admin reports": "abuse, complaint",
  "admin system":
    "backup, download backup, restore, health, jobs, queue, version, setup, failed emails, failed mail, emails not delivered, bounced, is everything ok, status",
  "account you": "name, email, photo, preferences",
  "account security": "sign-in, log in",
  "account investor":
    "investor statement, high net worth, sophisticated, passport name, address, bank account, bank details, date of birth",
  "account plan": "tier, trial, Premium, VIP, upgrade, Direct Debit, invoice, membership fee, leave",
  "account emails": "notifications, unsubscribe, stop emails, stop mail, no more emails, calendar feed",
  "account data":
    "export, download, adviser, accountant, close my account, delete my account, cancel membership, end my membership, GDPR, privacy",
  "account notices": "alerts, news, bell, notifications",
};

interface PagePart extends Entry {
  audience: View["audience"];
}

const part = (audience: View["audience"], hint: string, label: string, to: string, words: string): PagePart => ({
  audience,
  hint,
  label,
  to,
  words,
});

const setting = (section: string, label: string, words: string): PagePart =>
  part("admin", "Admin", `Settings, ${label}`, settingPath(section), words);

/** Places inside a screen that have an address. */
export const parts: readonly PagePart[] = [
  part(
    "member",
    "Investments",
    "Documents, For your tax return",
    paths.documents,
    "tax certificate, tax return, SEIS3, EIS3, HMRC, relief",
  ),
  part(
    "member",
    "Documents",
    "Tax years",
    paths.yearEnd,
    "year-end, summary, tax return, tax certificate, capital gains, HMRC",
  ),
  part("member", "Documents", "Export", paths.export, "export, download, tables, CSV, if we vanish, keep"),
  part("approved", "Documents", "Deals as you were shown them", paths.shownDeals, "shown, deck, past deals"),
  part("member", "Documents", "What you own", paths.documents, "beneficial ownership, share certificate"),
  part("member", "Documents", "What you signed", paths.documents, "signed commitments"),
  part("member", "Documents", "Payments", paths.documents, "receipt, ledger"),
  part("admin", "Admin", "Money, Who has not paid", adminPaths.money, "not paid, unpaid, late, owes"),
  part(
    "admin",
    "Member Events",
    "Places and answers",
    adminPaths.eventPlaces,
    "places, answers, attendees, door list, guest list, who comes, RSVP, waiting list, cancel an event",
  ),
  part(
    "admin",
    "Content",
    "Content, Company",
    adminPaths.addCard,
    "card, portfolio card, company card, new card, home page, picture of a company",
  ),
  part("admin", "People", "Admins", adminPaths.admins, "admin role, propose an admin, remove an admin, who signs"),
  part("person", "Account", "Password", paths.changePassword, "sign-in, security"),
  part("person", "Account", "Passkeys", paths.accountPart("passkeys"), "fingerprint, face, PIN, sign-in, security"),
  part(
    "person",
    "Account",
    "Two-factor sign-in",
    paths.accountPart("two-factor"),
    "2FA, authenticator, code, security",
  ),
  part("member", "Account", "Adviser access", paths.adviserSeats, "accountant, advisers, share with"),
  part("person", "Account", "Sessions", paths.accountPart("sessions"), "sign out everywhere, devices, security"),
  setting("identity", "Identity", "club, name, address, company number, email"),
  setting("brand", "Logo and colours", "look, picture, brand"),
  setting("links", "Links", "social, LinkedIn, booking"),
  setting("plans", "What each plan offers", "fees, tiers, Premium, VIP"),
  setting("figures", "Numbers on the public pages", "home page, figures"),
  setting("stats", "Figures in the members area", "numbers, counted"),
  setting("warnings", "Risk warnings", "legal"),
  setting("deals", "Deals", "cooling-off, countries, retention, grace, hours"),
  setting("nominee", "Nominee", "who holds shares"),
  setting("fee_account", "Account for fees", "bank account, sort code"),
  setting("price_ages", "Ages of prices", "valuation, stale"),
  setting("deal_texts", "Deal warnings", "risk, legal"),
  setting("sender", "Sender", "email address, mail"),
  setting("dkim", "Signature of emails", "DKIM, selector, spam"),
  setting("welcome", "Welcome", "approval, new member, email"),
  setting("pace", "Messages to many", "emails a minute, rate"),
  setting("newsletter", "Newsletter", "subscribe, list"),
  setting("terms", "Fees and minimum", "carry, success fee, annual fee, change the fee, minimum"),
];

/** Parts of screens that have an address of their own. */
export const partEntries = (session: Session): Entry[] =>
  viewsFor(session, parts).map(({ audience: _, ...entry }) => entry);

interface Article {
  slug: string;
  title: string;
}

/** Pages of the public site. */
export const helpEntries = (articles: readonly Article[]): Entry[] => [
  ...[
    ...mainLinks.map((link) =>
      link.to === paths.contact ? { ...link, words: "help, support, contact the club, complaint" } : link,
    ),
    { label: "Calculator", to: paths.calculator, words: "SEIS, EIS, relief, fees, tax" },
    { label: "News", to: paths.news },
    { label: "Investor types", to: paths.hnwiSi, words: "high net worth, sophisticated, statement" },
    { label: "Privacy", to: paths.privacy, words: "GDPR, data" },
    { label: "Terms", to: paths.terms, words: "legal, conditions, rules, club rules" },
  ].map((link) => ({ hint: "Public site", ...link })),
  ...articles.map(({ slug, title }) => ({ label: title, hint: "Insights", to: paths.article(slug) })),
];

/** Returns what one can do; each leads to the screen that asks before it is done. */
export function actionEntries(session: Session, toDo: ToDo | undefined, today: Today | undefined): Entry[] {
  const isApproved = session.membership_status === "approved";
  const payments = (toDo?.items ?? []).flatMap(({ kind, name, subject_id, by }): Entry[] =>
    kind === "pay" && name && subject_id
      ? [
          {
            label: `Pay for ${name}`,
            hint: tellTime({ by })?.text ?? "",
            to: paths.commitment(subject_id),
            words: "bank details, sort code, reference, transfer",
            isPassing: true,
          },
        ]
      : [],
  );
  const own: (Entry | false)[] = [
    isApproved && {
      label: "Sign your statement",
      hint: "Account",
      to: paths.signStatement,
      words: "investor statement",
    },
    { label: "Add a passkey", hint: "Account", to: paths.accountPart("passkeys"), words: "create, new" },
    { label: "Change my password", hint: "Account", to: paths.changePassword, words: "new password, reset password" },
    canEnterMembersArea(session) && {
      label: "Export everything",
      hint: "Documents",
      to: paths.export,
      words: "download, copy, CSV",
    },
  ];
  return [...payments, ...own.filter((action) => action !== false), ...(isAdmin(session) ? adminActions(today) : [])];
}

/** What can be done with no deal or nobody now is not offered. */
function adminActions(today: Today | undefined): Entry[] {
  const deals = today?.deals ?? [];
  const unpaid = deals.filter(({ unpaid_members }) => unpaid_members > 0);
  const closing = deals.filter(({ state }) => state === "closing");
  const bankFile = today?.rows.find(({ act }) => act === "bank_file")?.path;
  return [
    {
      label: "Invite somebody",
      hint: "Manage Invitations",
      to: adminPaths.invitations,
      words: "invitation, new member",
    },
    {
      label: "Add a company",
      hint: "Enquiries",
      to: `${adminPaths.enquiries}&write=enquiry`,
      words: "new deal, add a deal, new company, new enquiry",
    },
    { label: "Add an event", hint: "Member Events", to: adminPaths.addEvent, words: "new event, create, supper" },
    ...(bankFile || closing.length > 0
      ? [
          {
            label: "Import a bank file",
            hint: "Money",
            to: bankFile ?? partOfOnly(closing, "bank"),
            words: "add, CSV, upload, not paid",
          },
        ]
      : []),
    ...(unpaid.length > 0
      ? [
          {
            label: "Remind all who have not paid",
            hint: "asks first",
            to: partOfOnly(unpaid, "people"),
            words: "nudge, reminder, late, unpaid",
          },
        ]
      : [{ label: "Money, Reminders", hint: "Admin", to: adminPaths.money, words: "reminder, nudge" }]),
    {
      label: "Stop all deals",
      hint: "Settings, asks first",
      to: adminPaths.stopDeals,
      words: "kill switch, switch off, emergency, stop everything, pause deals, pause all deals, halt, freeze",
    },
  ];
}

function partOfOnly([deal, ...others]: Today["deals"], part: string): string {
  return deal && others.length === 0 ? adminPaths.dealPart(deal.id, part) : adminPaths.money;
}

interface Acts {
  theme: Theme;
  chooseTheme: (theme: Theme) => void;
  showShortcuts: () => void;
  signOut: () => void;
}

export const commandsFor = ({ theme, chooseTheme, showShortcuts, signOut }: Acts): Command[] => [
  ...themes.toReversed().map((value) => ({
    label: `${appearanceMessages.themes[value]} colours`,
    hint: value === theme ? "Chosen now" : appearanceMessages.label,
    words: `${value} mode`,
    run: () => chooseTheme(value),
  })),
  { label: shortcutMessages.title, hint: "?", run: showShortcuts },
  { label: "Sign out", hint: "Log out of this browser", run: signOut },
];

/** A section of a record, or what is done there, its label with the name of the company. */
export interface Part extends Entry {
  company: string;
}

/** All that can be found, before it is narrowed to a query. */
export interface Sources {
  toDo: readonly Entry[];
  money: readonly Entry[];
  records: readonly Entry[];
  /** Sections of records. */
  parts: readonly Part[];
  /** Found by the server already, by the name in the query or else all of it. */
  foundDeals: readonly Entry[];
  events: readonly Entry[];
  documents: readonly Result[];
  places: readonly Entry[];
  actions: readonly Result[];
  help: readonly Entry[];
  people: readonly Entry[];
}

type GroupName = keyof typeof paletteMessages.groups;

export interface Group {
  name: GroupName;
  entries: readonly Result[];
}

type Find = <Found extends Findable>(entries: readonly Found[], query: string, fewest?: number) => Found[];
const mostOfAGroup = 6;

/**
 * Results in the order of what they are: to do, records and money, documents, places, actions, help, names of people. Where
 * nothing has all words, a record that some of them name is found, if the others are of a thing of it: "priya shares". One
 * wrong letter is forgiven where nothing has the words as they are typed.
 */
export function foundGroups(sources: Sources, query: string): Group[] {
  for (const [best, inOrder] of finds) {
    const groups = groupsBy(sources, query, best, inOrder);
    if (groups.length > 0) return groups;
    const named = groupsNamed(sources, query, best);
    if (named.length > 0) return named;
  }
  return [];
}

const finds: readonly [Find, Find][] = [
  [matching, matchingInOrder],
  [matchingMisspelt, matchingMisspelt],
  [matchingForgiving, matchingForgiving],
];

function groupsBy(sources: Sources, query: string, best: Find, inOrder: Find): Group[] {
  const groups: Group[] = [
    { name: "toDo", entries: inOrder(sources.toDo, query) },
    { name: "money", entries: inOrder(sources.money, query) },
    {
      name: "records",
      entries: withoutTwins([
        ...partsNamed(sources.parts, query, best),
        ...best(sources.records, query),
        // By a name alone the server finds deals that do not have the other words.
        ...(nameIn(query) === "" ? sources.foundDeals : best(sources.foundDeals, query)),
      ]),
    },
    { name: "events", entries: best(sources.events, query) },
    { name: "documents", entries: inOrder(sources.documents, query) },
    { name: "places", entries: best(sources.places, query) },
    { name: "actions", entries: best(sources.actions, query) },
    { name: "help", entries: best(sources.help, query) },
    { name: "people", entries: best(sources.people, query, forgivenInNames) },
  ];
  return shortened(groups);
}

/** Records whose name the query has beside words for a thing of them. */
function groupsNamed(sources: Sources, query: string, best: Find): Group[] {
  const name = nameIn(query);
  return shortened([
    { name: "records", entries: withoutTwins([...best(sources.records, name), ...sources.foundDeals]) },
    { name: "people", entries: best(sources.people, name, forgivenInNames) },
  ]);
}

const shortened = (groups: readonly Group[]): Group[] =>
  groups
    .map(({ name, entries }) => ({ name, entries: entries.slice(0, mostOfAGroup) }))
    .filter(({ entries }) => entries.length > 0);

/** Those that the query names by company and section: either alone is no more than the deal, or all deals. */
const partsNamed = (entries: readonly Part[], query: string, best: Find): Part[] =>
  best(entries, query).filter(
    ({ label, company, words }) =>
      best([{ label: company, hint: "" }], query).length === 0 &&
      best([{ label: label.replace(company, ""), hint: "", words }], query).length === 0,
  );

/** The first of those that lead to the same address. */
const withoutTwins = (entries: readonly Entry[]): Entry[] =>
  entries.filter(({ to }, index) => entries.findIndex((other) => other.to === to) === index);
