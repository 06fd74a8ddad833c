import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import type { Session } from "#shared/session.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { type Screen, views } from "#web/views.tsx";
import { matchView, viewsFor } from "./match-view.ts";

/** Prefetches what the screen shows, other screens on link intent, and all chunks in idle time. */
export function usePrefetch(session: Session, screen: Screen, search: URLSearchParams): void {
  const client = useQueryClient();
  // With a filter or a record in the address it asks for something else.
  const isBare = [...search.keys()].every((name) => name === "tab" || name === "view");
  useEffect(() => {
    if (isBare) prefetchScreen(client, screen);
  }, [client, screen, isBare]);
  useEffect(
    () =>
      onLinkIntent(({ pathname, searchParams }) => {
        if (pathname === paths.members) prefetchScreen(client, matchView(searchParams, session).screen);
      }),
    [client, session],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void loadFiles(session, leaving.signal);
    return () => leaving.abort();
  }, [session]);
}

/** Errors are reported when the screen is shown. */
function prefetchScreen(client: QueryClient, { component, prefetch = [] }: Screen): void {
  component.load().catch(() => {});
  for (const query of prefetch) void query(client);
}

/** One after the other, each when there is nothing else to do, to leave line and processor to what is shown. */
async function loadFiles(session: Session, signal: AbortSignal): Promise<void> {
  const files = viewsFor(session, views)
    .flatMap((view) => ("screens" in view ? viewsFor(session, view.screens) : view))
    .flatMap(({ component, overlay }) => (overlay ? [component, overlay] : [component]));
  for (const file of files) {
    await idle();
    if (signal.aborted) return;
    await file.load().catch(() => {});
  }
  performance.mark("screens-loaded");
}

/** Safari has no requestIdleCallback. */
const idle = (): Promise<unknown> =>
  new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve) : setTimeout(resolve, 500)));
