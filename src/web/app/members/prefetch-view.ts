import type { QueryClient } from "@tanstack/react-query";
import { accountQuery } from "#web/features/account/account-query.ts";
import { directoryTerms } from "#web/features/profiles/directory/directory-terms.ts";
import { ownProfileQuery, ownSubmissionQuery } from "#web/features/profiles/own/own-records.ts";
import type { LazyPage } from "#web/lib/lazy-page.tsx";
import { firstLists } from "#web/lib/list-queries.ts";
import { type AdminView, type AreaTab, type DirectoryView, parameters } from "#web/lib/member-tabs.ts";
import { type ListRequest, listOptions } from "#web/lib/use-list.ts";
import { adminPages, areaPages } from "./area-pages.ts";

type Ahead = (client: QueryClient) => Promise<void>;

interface View {
  page?: Pick<LazyPage, "load">;
  data?: Ahead[];
}

const list =
  (request: ListRequest): Ahead =>
  (client) =>
    client.prefetchInfiniteQuery(listOptions(request));

const { admin, review } = adminPages;
const directory: View = {
  data: [list(firstLists.directory), (client) => client.prefetchQuery(directoryTerms)],
};
const invitations: View = { page: admin, data: [list(firstLists.invitations)] };

/** What each tab, and each view inside one, shows first. */
const views: Partial<Record<AreaTab | `${AreaTab} ${DirectoryView | AdminView}`, View>> = {
  investments: { data: [list(firstLists.investments)] },
  directory,
  "directory list": directory,
  "directory edit": { page: areaPages.edit, data: [(client) => client.prefetchQuery(ownProfileQuery)] },
  "directory submit": { page: areaPages.submit, data: [(client) => client.prefetchQuery(ownSubmissionQuery)] },
  // Not its list: the club tells people which admin was shown their submission, and pointing is not looking.
  "directory review": { page: review },
  events: { data: [list(firstLists.events)] },
  admin: invitations,
  "admin invitations": invitations,
  "admin requests": { page: admin, data: [list(firstLists.pendingRequests), list(firstLists.admins)] },
  "admin import": { page: admin },
  "admin data": { page: admin, data: [list(firstLists.dataRequests)] },
  "admin audit": { page: admin, data: [list(firstLists.audit)] },
  account: { page: areaPages.account, data: [(client) => client.prefetchQuery(accountQuery)] },
};

/** Fetches what a view of the members area shows first. What cannot be had says so when it is shown. */
export function loadView(client: QueryClient, search: URLSearchParams): void {
  const names = [search.get(parameters.tab) ?? "investments", search.get(parameters.view)].filter(Boolean).join(" ");
  const { page, data = [] } = views[names as keyof typeof views] ?? {};
  page?.load().catch(() => {});
  for (const fetchAhead of data) void fetchAhead(client);
}
