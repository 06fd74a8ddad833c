import { paths } from "#shared/paths.ts";
import { dataRequestMessages } from "#shared/your-data.ts";
import type { TabItem } from "#web/ui/tabs.tsx";

export type AreaTab = "investments" | "directory" | "events" | "admin" | "account";
export type DirectoryView = "list" | "edit" | "submit" | "review";
export type AdminView = "invitations" | "requests" | "import" | "data";

/** The parameters of the address that hold tab, sub-tab and the open profile. */
export const parameters = { tab: "tab", view: "view", member: "member", words: "q" } as const;

export const areaTabs = (forAdmin: boolean): TabItem<AreaTab>[] => [
  { value: "investments", label: "Investments" },
  { value: "directory", label: "Member Directory" },
  { value: "events", label: "Member Events" },
  ...(forAdmin ? [{ value: "admin", label: "Admin" } as const] : []),
];

/** Stands in the address like a tab, but is reached from the head of the area, and by people who see no tabs. */
export const accountTab: TabItem<AreaTab> = { value: "account", label: "Account" };

export const directoryViews = (forAdmin: boolean, waiting: number | undefined): TabItem<DirectoryView>[] => [
  { value: "list", label: "View Directory" },
  { value: "edit", label: "Edit Profile" },
  { value: "submit", label: "Submit Profile" },
  ...(forAdmin ? [{ value: "review", label: "Profiles to Review", count: waiting } as const] : []),
];

export const adminViews = (waiting: number | undefined): TabItem<AdminView>[] => [
  { value: "invitations", label: "Manage Invitations" },
  { value: "requests", label: "Membership Requests", count: waiting },
  { value: "import", label: "Bulk Import Members" },
  { value: "data", label: dataRequestMessages.label },
];

/** The address of a tab, and of a view inside it. */
export function memberAddress(tab: AreaTab, view?: DirectoryView | AdminView): string {
  const query = new URLSearchParams(
    view ? { [parameters.tab]: tab, [parameters.view]: view } : { [parameters.tab]: tab },
  );
  return `${paths.members}?${query}`;
}
