import { useQuery } from "@tanstack/react-query";
import type { WaitingCount } from "#shared/member-profile-submissions.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "./query-keys.ts";

/** How many submissions wait for a review. They are counted without being shown, since members learn who was shown theirs. */
export function useWaitingSubmissions(isForAdmin: boolean): number | undefined {
  const { data } = useQuery({
    queryKey: [...queryKeys.submissions, "waiting"],
    queryFn: ({ signal }) => callApi<WaitingCount>("GET", "/member-profile-submissions/waiting", undefined, signal),
    enabled: isForAdmin,
    select: ({ waiting }) => waiting,
  });
  return data;
}
