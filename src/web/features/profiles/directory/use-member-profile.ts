import { useQuery } from "@tanstack/react-query";
import type { DirectoryProfile, MemberProfile } from "#shared/profiles/profiles.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { uuid } from "#web/lib/search-state.ts";

export type ProfileState = "loading" | "missing" | "failed" | "shown";

/**
 * One profile by its id, "" for none.
 * @param known shown at once while it is fetched, and where it cannot be fetched, if the profile is among them.
 */
export function useMemberProfile(id: string, known: readonly MemberProfile[] | undefined) {
  const isWellFormed = uuid(id) !== "";
  const listed = known?.find((member) => member.id === id);
  const {
    data: fetched,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.profile(id),
    queryFn: ({ signal }) => callApi<DirectoryProfile>("GET", `/member-profiles/${id}`, undefined, signal),
    enabled: isWellFormed,
  });
  const data = fetched ?? listed;
  const isMissing = !isWellFormed || (error instanceof ApiError && error.problem.status === 404);
  const state: ProfileState = isMissing ? "missing" : data ? "shown" : error ? "failed" : "loading";
  const shown = isMissing ? undefined : fetched;
  return { member: isMissing ? undefined : data, shown, state, retry: () => void refetch() };
}
