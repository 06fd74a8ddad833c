import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type CountedFigure, countedFigures } from "#shared/settings/counted-figures.ts";

import type { CountedFigures } from "#shared/settings/settings.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useReloadSiteData } from "#web/lib/site-data.tsx";
import { SettingsFailed } from "./settings-failed.tsx";

const countedFiguresQuery = queryOptions({
  queryKey: [...queryKeys.setting("stats"), "counted"],
  queryFn: ({ signal }) => callApi<CountedFigures>("GET", "/settings/stats/counted", undefined, signal),
});

export function CountedToday() {
  const { data, isPending, refetch } = useQuery(countedFiguresQuery);
  const reloadSiteData = useReloadSiteData();
  // The head above shows the same figures.
  useEffect(() => {
    if (data) reloadSiteData("/settings");
  }, [data, reloadSiteData]);
  if (!data && !isPending) return <SettingsFailed name="The counted figures" onRetry={() => refetch()} />;
  return (
    <section className="counted-today" aria-labelledby="counted-today" aria-busy={isPending}>
      <h3 className="field-label" id="counted-today">
        Counted today
      </h3>
      <dl>
        {countedFigures.map((figure) => (
          <div key={figure}>
            <dt>{messages.labels[figure]}</dt>
            <dd className="num">{data ? (data[figure] ?? "Too few: the typed figure stays") : "…"}</dd>
          </div>
        ))}
      </dl>
      <p className="note">
        Rounded down to one digit and zeros, so that no page says more than is true. Members are counted from five on;
        companies with members’ holdings, and what was invested, from five such companies and five such members on, as
        less would tell of single people.
      </p>
    </section>
  );
}

const messages = {
  labels: {
    companies: "Active companies",
    held_companies: "Companies with members’ holdings",
    members: "Approved members",
    invested: "Invested, the cost of all shares",
  } satisfies Record<CountedFigure, string>,
} as const;
