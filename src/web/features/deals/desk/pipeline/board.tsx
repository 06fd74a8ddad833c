import { useId } from "react";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { type DealState, dealStateLabels, workStates } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { initials } from "#web/ui/avatar.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { ChevronDown } from "#web/ui/icons.generated.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { daysInState } from "./deal-words.ts";
import type { CardMoves } from "./use-card-moves.ts";

interface BoardProps {
  deals: ListedDeal[];
  /** Of each state, where not all deals are loaded. */
  counts: Record<DealState, number> | undefined;
  moves: CardMoves;
  linkTo: (deal: ListedDeal) => string;
  onAsk: (deal: ListedDeal) => void;
}

export function Board({ deals, counts, moves, linkTo, onAsk }: BoardProps) {
  const hintId = useId();
  return (
    <div className="grid gap-3">
      <ol className="deal-board" aria-label={messages.board}>
        {workStates.map((state) => {
          const column = deals.filter((deal) => deal.state === state).toSorted(latestFirst);
          return (
            <li key={state} className="deal-column" {...moves.targetProps(state)}>
              <h3>
                {dealStateLabels[state]} <span className="num">{counts?.[state] ?? column.length}</span>
              </h3>
              {column.length === 0 && <p className="note">None</p>}
              <ul>
                {column.map((deal) => (
                  <DealCard
                    key={deal.id}
                    deal={deal}
                    to={linkTo(deal)}
                    moves={moves}
                    hintId={hintId}
                    onAsk={() => onAsk(deal)}
                  />
                ))}
              </ul>
            </li>
          );
        })}
      </ol>
      <p id={hintId} className="note">
        Drag, or press Space on a card and move it with the arrow keys. Moving back, declining, withdrawing and parking
        ask for a reason.
      </p>
    </div>
  );
}

interface DealCardProps {
  deal: ListedDeal;
  to: string;
  moves: CardMoves;
  /** Of the sentence that says how to move it. */
  hintId: string;
  onAsk: () => void;
}

function DealCard({ deal, to, moves, hintId, onAsk }: DealCardProps) {
  const { company_name, one_line, name, days_overdue, owner_name, next_step, can } = deal;
  const isHeld = moves.held?.deal.id === deal.id;
  return (
    <li
      className={classNames("deal-card", isHeld && "is-held")}
      title={next_step ?? undefined}
      {...moves.dragProps(deal)}
    >
      <RouteLink
        to={to}
        className="deal-card-name"
        draggable={false}
        aria-describedby={hintId}
        {...moves.keyProps(deal)}
      >
        {company_name}
      </RouteLink>
      <p className="note">{one_line ?? name}</p>
      <div className="deal-card-foot note num">
        {days_overdue === null ? (
          <span>{daysInState(deal)}</span>
        ) : (
          <b className="late">{messages.daysLate(days_overdue)}</b>
        )}
        <span>
          {owner_name && (
            <span title={owner_name}>
              <span aria-hidden="true">{initials(owner_name)}</span>
              <span className="sr-only">with {owner_name}</span>
            </span>
          )}
          {can.move_to.length > 0 && (
            <IconButton label={`${messages.moveOf(company_name)}...`} isSmall onClick={onAsk}>
              <ChevronDown />
            </IconButton>
          )}
        </span>
      </div>
    </li>
  );
}

const latestFirst = (one: ListedDeal, other: ListedDeal): number => (one.state_since < other.state_since ? 1 : -1);
