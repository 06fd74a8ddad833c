import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Submission } from "#shared/profiles/profile-submissions.ts";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** Null before the first approval. */
export const ownProfileQuery = queryOptions({
  queryKey: queryKeys.ownProfile,
  queryFn: ({ signal }) => callApi<ShownProfile | null>("GET", "/member-profiles/me", undefined, signal),
});

/** Null before the first submission. */
export const ownSubmissionQuery = queryOptions({
  queryKey: queryKeys.ownSubmission,
  queryFn: ({ signal }) => callApi<Submission | null>("GET", "/member-profile-submissions/me", undefined, signal),
});

export const useOwnProfile = () => useQuery(ownProfileQuery);
export const useOwnSubmission = () => useQuery(ownSubmissionQuery);
