import { useSearchParams } from "react-router";
import { type ReviewFilter, reviewFilters } from "#shared/profile-reviews.ts";
import { parameters } from "#web/lib/address-parameters.ts";

/** Which submissions show; it stands in the address, so that it outlives a reload. */
export function useReviewFilter(): [ReviewFilter, (filter: ReviewFilter) => void] {
  const [search, setSearch] = useSearchParams();
  const filter = reviewFilters.find(({ value }) => value === search.get(parameters.status))?.value ?? "all";
  const change = (next: ReviewFilter) =>
    setSearch(
      (now) => {
        if (next === "all") now.delete(parameters.status);
        else now.set(parameters.status, next);
        return now;
      },
      { replace: true },
    );
  return [filter, change];
}
