import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { countedFigures } from "#shared/settings/counted-figures.ts";
import { countedFiguresMessages as messages } from "#shared/settings/counted-figures-messages.ts";
import type { CountedFigures } from "#shared/settings/settings.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useReloadSiteData } from "#web/lib/site-data.tsx";
import { SettingsFailed } from "./settings-failed.tsx";

const countedFiguresQuery = queryOptions({
  queryKey: [...queryKeys.setting("stats"), "counted"],
  queryFn: ({ signal }) => callApi<CountedFigures>("GET", "/settings/stats/counted", undefined, signal),
});

/** What each figure would be if the club counted it. */
export function CountedToday() {
  const { data, isPending, refetch } = useQuery(countedFiguresQuery);
  const reloadSiteData = useReloadSiteData();
  // The head above shows the same figures.
  useEffect(() => {
    if (data) reloadSiteData("/settings");
  }, [data, reloadSiteData]);
  if (!data && !isPending) return <SettingsFailed onRetry={() => refetch()} />;
  return (
    <section className="counted-today" aria-labelledby="counted-today" aria-busy={isPending}>
      <h3 className="field-label" id="counted-today">
        {messages.heading}
      </h3>
      <dl>
        {countedFigures.map((figure) => (
          <div key={figure}>
            <dt>{messages.labels[figure]}</dt>
            <dd className="num">{data ? (data[figure] ?? messages.tooFew) : "…"}</dd>
          </div>
        ))}
      </dl>
      <p className="note">{messages.note}</p>
    </section>
  );
}
