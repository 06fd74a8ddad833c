import { queryKeys } from "./query-keys.ts";
import type { ListRequest } from "./use-list.ts";

/** The lists of the members area as their views first show them; a view adds what it is filtered by. */
export const firstLists = {
  investments: { queryKey: queryKeys.investments, path: "/investments" },
  directory: { queryKey: queryKeys.directory, path: "/member-profiles" },
  events: { queryKey: queryKeys.events, path: "/events" },
  invitations: { queryKey: queryKeys.invitations, path: "/invitations" },
  pendingRequests: { queryKey: queryKeys.requests, path: "/membership-requests", parameters: { status: "pending" } },
  admins: { queryKey: queryKeys.admins, path: "/user-roles/admins" },
  dataRequests: { queryKey: queryKeys.dataRequests, path: "/deletion-requests" },
  audit: { queryKey: queryKeys.audit, path: "/audit-events" },
} satisfies Record<string, ListRequest>;
