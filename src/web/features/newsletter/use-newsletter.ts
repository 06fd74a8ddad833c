import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NewsletterCounts, NewsletterSubscription } from "#shared/newsletter/newsletter.ts";
import { newsletterListMessages as messages } from "#shared/newsletter/newsletter-list-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { toast, toastFailure } from "#web/ui/toast.ts";

export const useNewsletterCounts = (): NewsletterCounts | undefined =>
  useQuery({
    queryKey: queryKeys.newsletterCounts,
    queryFn: ({ signal }) => callApi<NewsletterCounts>("GET", "/newsletter-subscriptions/counts", undefined, signal),
  }).data;

export function useRemoveSubscription() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: NewsletterSubscription) =>
      callApi<NewsletterSubscription>("DELETE", `/newsletter-subscriptions/${id}`),
    onSuccess: (_, { email }) => toast({ title: messages.removed, description: messages.removedText(email) }),
    onError: (error, { email }) => toastFailure(messages.removeFailed, error, email),
    onSettled: () =>
      Promise.all(
        [queryKeys.newsletter, queryKeys.waitingCounts].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
