import type { QueryClient } from "@tanstack/react-query";
import { Navigate } from "react-router";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { noticeChoicesQuery } from "#web/features/notices/notice-queries.ts";
import { portfolioQuery } from "#web/features/portfolio/portfolio-query.ts";
import { DirectoryList, memberPanelPage } from "#web/features/profiles/directory/directory-list.tsx";
import { directoryTerms } from "#web/features/profiles/directory/directory-search.ts";
import { ownProfileQuery, ownSubmissionQuery } from "#web/features/profiles/own-records.ts";
import { ownStatementsQuery } from "#web/features/statements/own-statements-query.ts";
import { Overview } from "#web/features/waiting-counts/overview.tsx";
import { accountQuery } from "#web/lib/account-query.ts";
import { type LazyPage, lazyPage, loadedPage } from "#web/lib/lazy-page.tsx";
import { toDoQuery } from "#web/lib/to-do-query.ts";
import { todayQuery } from "#web/lib/today-query.ts";
import { type ListRequest, listOptions } from "#web/lib/use-list.ts";

interface Row {
  /** In the address: `?tab=` of a tab, `&view=` of a screen inside one. */
  path: string;
  /**
   * Addresses that it had, which lead to it: `tab=account&view=statements`, `tab=account#sessions`. What else such an address
   * has is kept; of several that match, the one that names most counts.
   */
  was?: readonly string[];
  /** Of its tab, and of the document where that has no other. */
  label: string;
  title?: string;
  /** These people may open it: everybody signed in; members and people waiting for approval; members; admins. */
  audience: "person" | "member" | "approved" | "admin";
  /** The number beside its label. */
  count?: keyof WaitingCounts;
  /** The count waits for somebody else than the admin. */
  isForOthers?: boolean;
  /** The screen has no tab; its address opens it. */
  isHidden?: (club: Club, counts: WaitingCounts | undefined) => boolean;
  /** The greeting and the club's figures are above it. */
  hasGreeting?: boolean;
}

/** The side lists, from their top: the groups of the admins' screens, below the first one, and the account's. */
export const viewGroups = ["Investing", "Members", "Writing", "The club", "Account"] as const;

export interface Screen extends Row {
  group?: (typeof viewGroups)[number];
  /** In the side list: the screens of one place are one entry, whose parts show while one of them is open. */
  place?: string;
  /** Phones reach it from another screen of its tab, and show its sub-tab only while it is open. */
  isWideOnly?: true;
  /** What is in it, where phones list the screens of its tab. */
  summary?: string;
  /** In crimson, apart from the parts above it. */
  isDanger?: true;
  /** Without the list of its tab's screens, and without a place in it. */
  isAlone?: boolean;
  component: LazyPage<{ session: Session }>;
  /** The queries that fill it. */
  prefetch?: ((client: QueryClient) => Promise<void>)[];
  /** The address names one record of it, which on a phone stands alone: no tabs, no head. */
  isRecord?: (search: URLSearchParams) => boolean;
  /** What opens over it, in a file of its own. */
  overlay?: Pick<LazyPage, "load">;
}

interface Group extends Row {
  /** Phones open the tab with the list of its screens, each with its summary, and have the way back to it in each. */
  isListOnPhones?: true;
  screens: [Screen, ...Screen[]];
}

export type View = Screen | Group;

/** Every screen of the members area. Tabs, titles, badges, prefetching and what an address shows come from here. */
export const views: readonly View[] = [
  {
    path: "investments",
    label: "Investments",
    audience: "member",
    screens: [
      {
        path: "overview",
        label: "Overview",
        audience: "member",
        hasGreeting: true,
        was: ["tab=investments&view=portfolio"],
        component: loadedPage(Overview),
        prefetch: [(client) => client.prefetchQuery(toDoQuery), list({ path: "/investments" })],
      },
      {
        path: "deals",
        label: "Open Deals",
        audience: "approved",
        component: lazyPage(() => import("#web/features/deals/open/open-deals.tsx").then((file) => file.OpenDeals)),
        // The deals are not prefetched: the server records who was shown one, and pointing is not looking.
        prefetch: [(client) => client.prefetchQuery(ownStatementsQuery)],
        isRecord: (search) => search.has("deal"),
      },
      {
        path: "mine",
        label: "My Investments",
        audience: "member",
        count: "investments",
        component: lazyPage(() =>
          import("#web/features/portfolio/my-investments.tsx").then((file) => file.MyInvestments),
        ),
        prefetch: [(client) => client.prefetchQuery(portfolioQuery), list({ path: "/commitments/me" })],
        isRecord: (search) => search.has("commitment") || search.has("company"),
      },
      {
        path: "documents",
        label: "Documents",
        audience: "member",
        isWideOnly: true,
        component: lazyPage(() =>
          import("#web/features/portfolio/documents/documents.tsx").then((file) => file.Documents),
        ),
        prefetch: [
          list({ path: "/portfolio/me/documents", parameters: { limit: "100" } }),
          (client) => client.prefetchQuery(portfolioQuery),
        ],
      },
      {
        // Its earlier address.
        path: "shown",
        label: "What I was shown",
        place: "Documents",
        audience: "approved",
        isHidden: () => true,
        component: loadedPage(() => <Navigate to={paths.shownDeals} replace />),
      },
      {
        path: "lists",
        label: "Signed lists",
        audience: "member",
        isHidden: () => true,
        component: lazyPage(() => import("#web/features/acts/deal-lists.tsx").then((file) => file.DealLists)),
      },
    ],
  },
  {
    path: "directory",
    label: "Member Directory",
    audience: "member",
    count: "submissions",
    screens: [
      {
        path: "list",
        label: "View Directory",
        title: "Member Directory",
        audience: "member",
        component: loadedPage(DirectoryList),
        prefetch: [list({ path: "/member-profiles" }), (client) => client.prefetchQuery(directoryTerms)],
        overlay: memberPanelPage,
      },
      {
        path: "introductions",
        label: "Introductions",
        audience: "approved",
        component: lazyPage(() =>
          import("#web/features/introductions/introductions.tsx").then((file) => file.Introductions),
        ),
        prefetch: [list({ path: "/introductions" })],
      },
      {
        path: "admins",
        label: "Who Signs",
        audience: "approved",
        isHidden: () => true,
        component: lazyPage(() =>
          import("#web/features/people/admins/admins-page.tsx").then((file) => file.AdminsPage),
        ),
        prefetch: [list({ path: "/signatories" })],
      },
      {
        path: "edit",
        label: "Edit Profile",
        audience: "member",
        component: lazyPage(() =>
          import("#web/features/profiles/own/edit-profile.tsx").then((file) => file.EditProfile),
        ),
        prefetch: [(client) => client.prefetchQuery(ownProfileQuery)],
      },
      {
        path: "submit",
        label: "Submit Profile",
        audience: "member",
        component: lazyPage(() =>
          import("#web/features/profiles/own/submit-profile.tsx").then((file) => file.SubmitProfile),
        ),
        prefetch: [(client) => client.prefetchQuery(ownSubmissionQuery)],
      },
      {
        path: "review",
        label: "Profiles to Review",
        audience: "admin",
        count: "submissions",
        component: lazyPage(() =>
          import("#web/features/profiles/review/profiles-to-review.tsx").then((file) => file.ProfilesToReview),
        ),
        // No prefetch: the server records which admin was shown a submission, and pointing is not looking.
      },
    ],
  },
  {
    path: "events",
    label: "Member Events",
    audience: "member",
    screens: [
      {
        path: "list",
        isAlone: true,
        label: "Member Events",
        audience: "member",
        component: lazyPage(() => import("#web/features/events/events-tab.tsx").then((file) => file.EventsTab)),
        prefetch: [list({ path: "/events" })],
      },
      {
        path: "places",
        isAlone: true,
        label: "Places and answers",
        audience: "admin",
        isHidden: () => true,
        was: ["tab=admin&view=events"],
        component: lazyPage(() => import("#web/features/events/desk/event-desk.tsx").then((file) => file.EventDesk)),
        prefetch: [list({ path: "/event-places" })],
        isRecord: (search) => search.has("event"),
      },
    ],
  },
  {
    path: "admin",
    label: "Admin",
    audience: "admin",
    count: "today",
    screens: [
      {
        path: "today",
        label: "Today",
        audience: "admin",
        count: "today",
        component: lazyPage(() => import("#web/features/waiting-counts/today.tsx").then((file) => file.Today)),
        prefetch: [(client) => client.prefetchQuery(todayQuery)],
      },
      {
        path: "enquiries",
        label: "Enquiries",
        group: "Investing",
        audience: "admin",
        count: "enquiries",
        component: lazyPage(() =>
          import("#web/features/deals/desk/enquiries/enquiries.tsx").then((file) => file.Enquiries),
        ),
        prefetch: [list({ path: "/deals", parameters: { q: "", state: "enquiry" } })],
      },
      {
        path: "deals",
        label: "Deals",
        group: "Investing",
        audience: "admin",
        count: "deals",
        was: ["tab=investments&view=desk", "tab=investments&view=desk&section=closing"],
        component: lazyPage(() => import("#web/features/deals/desk/deals.tsx").then((file) => file.Deals)),
        prefetch: [(client) => client.prefetchQuery(todayQuery)],
        isRecord: (search) => search.has("deal"),
      },
      {
        path: "companies",
        label: "Companies",
        group: "Investing",
        audience: "admin",
        count: "companies",
        was: [
          "tab=investments&view=desk&section=companies",
          "tab=investments&view=desk&section=shares",
          "tab=investments&view=desk&section=updates",
        ],
        component: lazyPage(() => import("#web/features/companies/companies-place.tsx").then((file) => file.Companies)),
        prefetch: [list({ path: "/held-companies" })],
        isRecord: (search) => search.has("company") || search.has("exit"),
      },
      {
        path: "money",
        label: "Money",
        group: "Investing",
        audience: "admin",
        count: "money",
        component: lazyPage(() => import("#web/features/waiting-counts/money.tsx").then((file) => file.Money)),
        prefetch: [(client) => client.prefetchQuery(todayQuery)],
      },
      {
        path: "people",
        label: "People",
        group: "Members",
        audience: "admin",
        count: "people",
        was: ["tab=admin&view=requests#admins"],
        component: lazyPage(() => import("#web/features/people/people.tsx").then((file) => file.People)),
        prefetch: [list({ path: "/people" }), list({ path: "/signatories" })],
        isRecord: (search) => search.has("person"),
      },
      {
        path: "requests",
        label: "Membership Requests",
        group: "Members",
        audience: "admin",
        count: "membership_requests",
        component: lazyPage(() =>
          import("#web/features/membership-requests/membership-requests.tsx").then((file) => file.MembershipRequests),
        ),
        prefetch: [list({ path: "/membership-requests", parameters: { status: "pending" } })],
      },
      {
        path: "invitations",
        label: "Manage Invitations",
        group: "Members",
        audience: "admin",
        count: "invitations",
        isForOthers: true,
        component: lazyPage(() =>
          import("#web/features/invitations/manage-invitations.tsx").then((file) => file.ManageInvitations),
        ),
        prefetch: [list({ path: "/invitations" })],
      },
      {
        path: "import",
        label: "Bulk Import Members",
        group: "Members",
        audience: "admin",
        component: lazyPage(() => import("#web/features/imports/bulk-import.tsx").then((file) => file.BulkImport)),
      },
      {
        path: "statements",
        label: "Statements",
        group: "Members",
        place: "Statements",
        audience: "admin",
        count: "statements",
        component: lazyPage(() =>
          import("#web/features/statements/register/statement-register.tsx").then((file) => file.StatementRegister),
        ),
        prefetch: [list({ path: "/statements" })],
      },
      {
        path: "statement-forms",
        label: "Forms",
        group: "Members",
        place: "Statements",
        audience: "admin",
        component: lazyPage(() =>
          import("#web/features/statements/statement-forms.tsx").then((file) => file.StatementForms),
        ),
        prefetch: [list({ path: "/statement-forms/versions" })],
      },
      {
        path: "investors",
        label: "Investor records",
        group: "Members",
        place: "Statements",
        audience: "admin",
        component: lazyPage(() =>
          import("#web/features/investor-records/investor-records.tsx").then((file) => file.InvestorRecords),
        ),
        prefetch: [list({ path: "/investor-records" })],
      },
      {
        path: "messages",
        label: "Messages",
        group: "Writing",
        audience: "admin",
        component: lazyPage(() => import("#web/features/messages/messages.tsx").then((file) => file.Messages)),
        prefetch: [list({ path: "/messages" })],
        isRecord: (search) => search.has("message"),
      },
      {
        path: "content",
        label: "Content",
        group: "Writing",
        audience: "admin",
        component: lazyPage(() =>
          import("#web/features/content/manage-content.tsx").then((file) => file.ManageContent),
        ),
        prefetch: [
          list({ path: "/content" }),
          list({ path: "/content", parameters: { removable: "examples", limit: "1" } }),
        ],
      },
      {
        path: "newsletter",
        label: "Newsletter",
        group: "Writing",
        audience: "admin",
        isHidden: ({ newsletter }, counts) => newsletter.mode !== "list" && !counts?.newsletter,
        component: lazyPage(() => import("#web/features/newsletter/newsletter.tsx").then((file) => file.Newsletter)),
        prefetch: [list({ path: "/newsletter-subscriptions" })],
      },
      {
        path: "club",
        label: "Club",
        group: "The club",
        place: "Settings",
        audience: "admin",
        was: ["tab=admin&view=settings"],
        component: lazyPage(() => import("#web/features/settings/settings.tsx").then((file) => file.ClubSettings)),
      },
      {
        path: "look",
        label: "Look",
        group: "The club",
        place: "Settings",
        audience: "admin",
        was: ["tab=admin&view=settings&section=brand"],
        component: lazyPage(() => import("#web/features/settings/settings.tsx").then((file) => file.LookSettings)),
      },
      {
        path: "plans",
        label: "Plans and fees",
        group: "The club",
        place: "Settings",
        audience: "admin",
        was: [
          "tab=admin&view=settings&section=plans",
          "tab=admin&view=settings&section=terms",
          "tab=admin&view=settings&section=fee_account",
        ],
        component: lazyPage(() => import("#web/features/settings/settings.tsx").then((file) => file.PlanSettings)),
      },
      {
        path: "deal-rules",
        label: "Deals and warnings",
        group: "The club",
        place: "Settings",
        audience: "admin",
        was: [
          "tab=admin&view=settings&section=deals",
          "tab=admin&view=settings&section=nominee",
          "tab=admin&view=settings&section=price_ages",
          "tab=admin&view=settings&section=warnings",
          "tab=admin&view=settings&section=deal_texts",
        ],
        component: lazyPage(() => import("#web/features/settings/settings.tsx").then((file) => file.DealSettings)),
      },
      {
        path: "emails",
        label: "Emails",
        group: "The club",
        place: "Settings",
        audience: "admin",
        was: ["tab=admin&view=settings&section=newsletter"],
        component: lazyPage(() => import("#web/features/settings/settings.tsx").then((file) => file.EmailSettings)),
      },
      {
        path: "keys",
        label: "API keys and webhooks",
        group: "The club",
        place: "Settings",
        audience: "admin",
        was: ["tab=admin&view=webhooks"],
        component: lazyPage(() =>
          import("#web/features/settings/keys-and-webhooks.tsx").then((file) => file.KeysAndWebhooks),
        ),
        prefetch: [list({ path: "/api-keys" }), list({ path: "/webhooks" })],
      },
      {
        path: "stop",
        label: "Stop all deals",
        group: "The club",
        place: "Settings",
        audience: "admin",
        isDanger: true,
        component: lazyPage(() => import("#web/features/settings/stop-deals.tsx").then((file) => file.StopDeals)),
      },
      {
        path: "audit",
        label: "Audit",
        group: "The club",
        place: "Records",
        audience: "admin",
        component: lazyPage(() => import("#web/features/audit/audit.tsx").then((file) => file.Audit)),
        prefetch: [list({ path: "/audit-events" })],
      },
      {
        path: "shown",
        label: "What members were shown",
        group: "The club",
        place: "Records",
        audience: "admin",
        was: ["tab=investments&view=desk&section=register"],
        component: lazyPage(() =>
          import("#web/features/deals/desk/register/register.tsx").then((file) => file.Register),
        ),
        prefetch: [list({ path: "/deliveries" })],
      },
      {
        path: "data",
        label: "Data Requests",
        group: "The club",
        place: "Records",
        audience: "admin",
        count: "deletion_requests",
        component: lazyPage(() =>
          import("#web/features/deletion-requests/data-requests.tsx").then((file) => file.DataRequests),
        ),
        prefetch: [list({ path: "/deletion-requests" })],
      },
      {
        path: "reports",
        label: "Reported Messages",
        group: "The club",
        place: "Records",
        audience: "admin",
        count: "introduction_reports",
        component: lazyPage(() =>
          import("#web/features/introductions/reported-messages.tsx").then((file) => file.ReportedMessages),
        ),
        prefetch: [list({ path: "/introduction-reports" })],
      },
      {
        path: "system",
        label: "System",
        group: "The club",
        audience: "admin",
        count: "setup",
        component: lazyPage(() => import("#web/features/system/system.tsx").then((file) => file.System)),
      },
    ],
  },
  {
    path: "account",
    label: "Account",
    audience: "person",
    isListOnPhones: true,
    screens: [
      {
        path: "you",
        was: ["tab=account&view=details"],
        label: "You",
        group: "Account",
        summary: "Name, email, profile in the directory, colours",
        audience: "person",
        component: lazyPage(() => import("#web/features/account/parts/you.tsx").then((file) => file.You)),
        prefetch: [(client) => client.prefetchQuery(accountQuery)],
      },
      {
        path: "security",
        was: ["tab=account#sessions", "tab=account#two-factor"],
        label: "Sign-in and security",
        group: "Account",
        summary: "Password, passkeys, two-factor, where you are signed in",
        audience: "person",
        component: lazyPage(() => import("#web/features/account/parts/security.tsx").then((file) => file.Security)),
        prefetch: [(client) => client.prefetchQuery(accountQuery)],
      },
      {
        path: "investor",
        was: ["tab=account&view=statements", "tab=account#record"],
        label: "Investor details",
        group: "Account",
        summary: "Statement, passport name, address, bank account name",
        audience: "person",
        component: lazyPage(() =>
          import("#web/features/account/parts/investor-details.tsx").then((file) => file.InvestorDetails),
        ),
        prefetch: [(client) => client.prefetchQuery(ownStatementsQuery)],
      },
      {
        path: "plan",
        was: ["tab=account#tier"],
        label: "Plan and payment",
        group: "Account",
        summary: "Your plan, what it costs, how to change it",
        audience: "approved",
        component: lazyPage(() => import("#web/features/people/own-plan.tsx").then((file) => file.OwnPlan)),
      },
      {
        path: "emails",
        was: ["tab=account#told"],
        label: "Emails and notices",
        group: "Account",
        summary: "What you are told, calendar",
        audience: "approved",
        component: lazyPage(() => import("#web/features/account/parts/emails.tsx").then((file) => file.Emails)),
        prefetch: [(client) => client.prefetchQuery(noticeChoicesQuery)],
      },
      {
        path: "data",
        was: ["tab=account#your-data"],
        label: "Your data",
        group: "Account",
        summary: "Export, adviser access, close your account",
        audience: "person",
        component: lazyPage(() => import("#web/features/account/parts/your-data.tsx").then((file) => file.YourData)),
        prefetch: [(client) => client.prefetchQuery(accountQuery)],
      },
      {
        path: "notices",
        label: "Notices",
        audience: "person",
        isAlone: true,
        component: lazyPage(() => import("#web/features/notices/notices.tsx").then((file) => file.Notices)),
        prefetch: [list({ path: "/notices" })],
      },
      {
        path: "messages",
        label: "Messages",
        audience: "approved",
        isAlone: true,
        isHidden: () => true,
        component: lazyPage(() => import("#web/features/messages/own-messages.tsx").then((file) => file.OwnMessages)),
        prefetch: [list({ path: "/messages/mine" })],
      },
      {
        path: "sign",
        label: "Sign your statement",
        audience: "approved",
        isHidden: () => true,
        isAlone: true,
        isRecord: () => true,
        component: lazyPage(() =>
          import("#web/features/statements/sign/sign-statement.tsx").then((file) => file.SignStatement),
        ),
      },
    ],
  },
];

function list(request: ListRequest) {
  return (client: QueryClient) => client.prefetchInfiniteQuery(listOptions(request));
}
