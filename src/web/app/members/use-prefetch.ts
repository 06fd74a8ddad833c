import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Session } from "#shared/account/session.ts";
import { paths } from "#shared/paths.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import type { Screen } from "#web/views.tsx";
import { matchView } from "./match-view.ts";

/** Prefetches what the screen shows, and other screens with their files on link intent. */
export function usePrefetch(session: Session, screen: Screen, search: URLSearchParams): void {
  const client = useQueryClient();
  // A filter or a record in the address makes it ask for something else.
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
}

/** Errors are reported when the screen is shown. */
function prefetchScreen(client: QueryClient, { component, overlay, prefetch = [] }: Screen): void {
  for (const file of [component, overlay]) file?.load().catch(() => {});
  for (const query of prefetch) void query(client);
}
