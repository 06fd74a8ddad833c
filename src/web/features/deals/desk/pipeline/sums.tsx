import {
  type DealFilter,
  type DealState,
  dealStateLabels,
  replyWorkingDays,
  workStates,
} from "#shared/deals/deal-messages.ts";
import type { DealCounts } from "#shared/deals/deals.ts";
import { classNames } from "#web/ui/class-names.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import type { CardMoves } from "./use-card-moves.ts";

const ends = ["completed", "exited", "declined", "withdrawn", "parked", "cancelled"] as const;

interface SumsProps {
  counts: DealCounts | undefined;
  current: DealFilter | "";
  moves: CardMoves;
  linkTo: (status: DealFilter) => string;
}

/** How many deals are in work and how many have left it; each is a filter of the table, and takes a card. */
export function Sums({ counts, current, moves, linkTo }: SumsProps) {
  const of = (state: DealState) => counts?.states[state] ?? 0;
  const inWork = workStates.reduce((sum, state) => sum + of(state), 0);
  const overdue = counts?.overdue ?? 0;
  const link = (status: DealFilter) => ({
    to: linkTo(status),
    "aria-current": current === status ? ("true" as const) : undefined,
  });
  const figure = (number: number) => <b className="num">{counts ? number.toLocaleString("en-GB") : "–"}</b>;
  return (
    <nav className="pipeline-sums" aria-label="The deals by state">
      <RouteLink {...link("work")}>{figure(inWork)} in work</RouteLink>
      <RouteLink {...link("overdue")} className={classNames(overdue > 0 && "late")}>
        {figure(overdue)} {overdue === 1 ? "enquiry" : "enquiries"} past{" "}
        {replyWorkingDays === 10 ? "ten" : replyWorkingDays} working days
      </RouteLink>
      {ends
        .filter((state) => state !== "cancelled" || of(state) > 0)
        .map((state) => (
          <RouteLink key={state} {...link(state)} {...moves.targetProps(state)}>
            {dealStateLabels[state]} {figure(of(state))}
          </RouteLink>
        ))}
    </nav>
  );
}
