import { lazyPage } from "#web/lib/lazy-page.tsx";

/** Lazy; prefetched on link intent. */
export const memberPanelPage = lazyPage(() => import("./member-panel.tsx").then((module) => module.MemberPanel));
