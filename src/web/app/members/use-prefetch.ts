import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import type { Session } from "#shared/session.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { type Screen, views } from "#web/views.tsx";
import { matchView, viewsFor } from "./match-view.ts";

/** Prefetches on link intent, and all chunks in idle time. */
export function usePrefetch(session: Session): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onLinkIntent(({ pathname, searchParams }) => {
        if (pathname === paths.members) prefetchScreen(client, matchView(searchParams, session).screen);
      }),
    [client, session],
  );
  useEffect(() => whenIdle(() => loadFiles(session)), [session]);
}

/** Errors are reported when the screen is shown. */
function prefetchScreen(client: QueryClient, { component, prefetch = [] }: Screen): void {
  component.load().catch(() => {});
  for (const query of prefetch) void query(client);
}

/** Sequential, to leave bandwidth to visible requests. */
async function loadFiles(session: Session): Promise<void> {
  const screens = viewsFor(session, views).flatMap((view) =>
    "screens" in view ? viewsFor(session, view.screens) : view,
  );
  for (const { component, overlay } of screens) {
    await component.load().catch(() => {});
    await overlay?.load().catch(() => {});
  }
  performance.mark("screens-loaded");
}

/** Safari has no requestIdleCallback. */
function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}
