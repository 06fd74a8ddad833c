import { lazyPage } from "#web/lib/lazy-page.tsx";

/** Loaded when a profile is opened, or ahead of that. */
export const memberPanelPage = lazyPage(() => import("./member-panel.tsx").then((module) => module.MemberPanel));
