import { useQuery } from "@tanstack/react-query";
import type { DealRecord } from "#shared/deals/deals.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { actsQuery } from "#web/features/acts/act-queries.ts";
import { completionQuery } from "#web/features/funds/completion-queries.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Check } from "#web/ui/icons.generated.ts";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { roundSteps } from "./round-steps.ts";

/** How far a deal is, with the true times. */
export function Round({ board }: { board: ClosingBoard }) {
  const id = board.deal_id;
  const { data: deal, refetch } = useQuery({
    queryKey: queryKeys.deal(id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${id}`, undefined, signal),
  });
  const { data: acts, isPending } = useQuery(actsQuery(id));
  const completion = useQuery(completionQuery(id));
  const isLoading = isPending || completion.isPending;
  const steps = deal && acts && roundSteps({ deal, board, acts: acts.items, completion: completion.data });
  return (
    <section aria-labelledby="round" className="grid gap-3">
      <PartHead
        id="round"
        title="Steps of the round"
        above={steps && `${steps.filter(({ phase }) => phase === "done").length} of ${steps.length}`}
      />
      {!steps && isLoading && <RowSkeletons label="Loading the steps" count={4} />}
      {!steps && !isLoading && <SectionFailed text="The steps did not load." onRetry={refetch} />}
      {steps && (
        <ol className="round-steps">
          {steps.map(({ label, detail, phase }) => (
            <li key={label} className={`is-${phase}`} aria-current={phase === "now" ? "step" : undefined}>
              <span className="round-mark">{phase === "done" && <Check />}</span>
              <span className={phase === "now" ? "font-semibold" : undefined}>
                {phase === "done" && <span className="sr-only">Done: </span>}
                {label}
              </span>
              <span className="muted num wrap-anywhere">{detail}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
