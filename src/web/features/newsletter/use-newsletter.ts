import { useQuery } from "@tanstack/react-query";
import type { NewsletterCounts } from "#shared/newsletter/newsletter.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

export const useNewsletterCounts = (): NewsletterCounts | undefined =>
  useQuery({
    queryKey: queryKeys.newsletterCounts,
    queryFn: ({ signal }) => callApi<NewsletterCounts>("GET", "/newsletter-subscriptions/counts", undefined, signal),
  }).data;
