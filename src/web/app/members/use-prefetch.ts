import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { paths } from "#shared/paths.ts";
import { onLinkIntent } from "#web/lib/link-intent.ts";
import { adminPages, areaPages } from "./area-pages.ts";
import { loadView } from "./prefetch-view.ts";

/** Fetches the view behind a link that somebody is about to follow, and in idle moments the files of all views. */
export function usePrefetch(isForAdmin: boolean): void {
  const client = useQueryClient();
  useEffect(
    () => onLinkIntent(({ pathname, searchParams }) => pathname === paths.members && loadView(client, searchParams)),
    [client],
  );
  useEffect(() => whenIdle(() => loadFiles(isForAdmin)), [isForAdmin]);
}

/** One after the other: nothing waits for them, and on a slow line they must not be in the way of what does. */
async function loadFiles(isForAdmin: boolean): Promise<void> {
  for (const { load } of Object.values({ ...areaPages, ...(isForAdmin && adminPages) })) await load().catch(() => {});
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
