import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import type { Session } from "#shared/session.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { type Screen, views } from "#web/views.tsx";
import { matchView, viewsFor } from "./match-view.ts";

/** Fetches the screen behind a link that somebody is about to follow, and in idle moments the files of all screens. */
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

/** What fails to load says so when it is shown. */
function prefetchScreen(client: QueryClient, { component, prefetch = [] }: Screen): void {
  component.load().catch(() => {});
  for (const query of prefetch) void query(client);
}

/** One after the other: nothing waits for them, and on a slow line they must not be in the way of what does. */
async function loadFiles(session: Session): Promise<void> {
  const screens = viewsFor(session, views).flatMap((view) =>
    "screens" in view ? viewsFor(session, view.screens) : view,
  );
  for (const { component, overlay } of screens) {
    await component.load().catch(() => {});
    await overlay?.load().catch(() => {});
  }
}

/** Safari has no idle callbacks. */
function whenIdle(work: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 2000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}
