import { useId } from "react";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { type DealState, dealStateLabels, workStates } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { DealCard } from "./deal-card.tsx";
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

const latestFirst = (one: ListedDeal, other: ListedDeal): number => (one.state_since < other.state_since ? 1 : -1);
