import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Submission } from "#shared/profiles/profile-submissions.ts";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";

/** The profile is null until the first approval. */
export const ownProfileQuery = queryOptions({
  queryKey: queryKeys.ownProfile,
  queryFn: ({ signal }) => callApi<ShownProfile | null>("GET", "/member-profiles/me", undefined, signal),
});

/** The submission is null until the first one is sent. */
export const ownSubmissionQuery = queryOptions({
  queryKey: queryKeys.ownSubmission,
  queryFn: ({ signal }) => callApi<Submission | null>("GET", "/member-profile-submissions/me", undefined, signal),
});

export const useOwnProfile = () => useQuery(ownProfileQuery);
export const useOwnSubmission = () => useQuery(ownSubmissionQuery);
