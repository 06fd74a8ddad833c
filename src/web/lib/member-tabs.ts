import { paths } from "#shared/paths.ts";
import type { WaitingCounts } from "#shared/waiting-counts.ts";
import { dataRequestMessages } from "#shared/your-data.ts";
import type { TabItem } from "#web/ui/tabs.tsx";

export type AreaTab = "investments" | "directory" | "events" | "admin" | "account";
export type DirectoryView = "list" | "edit" | "submit" | "review";
export type AdminView = "invitations" | "requests" | "import" | "audit" | "data";

/** The parameters of the address that hold tab, sub-tab, the open profile, and what a list is filtered by. */
export const parameters = {
  tab: "tab",
  view: "view",
  member: "member",
  words: "q",
  expertise: "expertise",
  location: "location",
  status: "status",
  person: "person",
  kind: "kind",
} as const;

export const areaTabs = (forAdmin: boolean, counts?: WaitingCounts): TabItem<AreaTab>[] => [
  { value: "investments", label: "Investments" },
  { value: "directory", label: "Member Directory", count: counts?.submissions },
  { value: "events", label: "Member Events" },
  ...(forAdmin ? [{ value: "admin", label: "Admin", count: counts?.membership_requests } as const] : []),
];

/** Stands in the address like a tab, but is reached from the head of the area, and by people who see no tabs. */
export const accountTab: TabItem<AreaTab> = { value: "account", label: "Account" };

export const directoryViews = (forAdmin: boolean, counts?: WaitingCounts): TabItem<DirectoryView>[] => [
  { value: "list", label: "View Directory" },
  { value: "edit", label: "Edit Profile" },
  { value: "submit", label: "Submit Profile" },
  ...(forAdmin ? [{ value: "review", label: "Profiles to Review", count: counts?.submissions } as const] : []),
];

export const adminViews = (counts?: WaitingCounts): TabItem<AdminView>[] => [
  { value: "invitations", label: "Manage Invitations", count: counts?.invitations, isForOthers: true },
  { value: "requests", label: "Membership Requests", count: counts?.membership_requests },
  { value: "import", label: "Bulk Import Members" },
  { value: "data", label: dataRequestMessages.label, count: counts?.deletion_requests },
  { value: "audit", label: "Audit" },
];

/** The address of a tab, and of a view inside it. */
export function memberAddress(tab: AreaTab, view?: DirectoryView | AdminView): string {
  const query = new URLSearchParams(
    view ? { [parameters.tab]: tab, [parameters.view]: view } : { [parameters.tab]: tab },
  );
  return `${paths.members}?${query}`;
}
