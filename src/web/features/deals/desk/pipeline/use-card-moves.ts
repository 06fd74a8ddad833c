import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { asksReason, type DealState, dealStateLabels, dealStates } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";

interface Held {
  deal: ListedDeal;
  /** Its own state until another one is chosen. */
  to: DealState;
}

export const cardId = (deal: Pick<ListedDeal, "id">): string => `deal-${deal.id}`;

/** Cards that are moved with the mouse, or with Space and the arrow keys. */
export function useCardMoves(onMove: (deal: ListedDeal, to: DealState) => void) {
  const [held, setHeld] = useState<Held | null>(null);
  const [said, say] = useState("");
  const dropped = useRef("");
  // In another column it is another element.
  useEffect(() => {
    if (dropped.current && document.activeElement === document.body) document.getElementById(dropped.current)?.focus();
  });

  const putBack = ({ deal }: Held) => {
    setHeld(null);
    say(`${deal.company_name} stays where it was`);
  };
  const drop = ({ deal, to }: Held) => {
    if (to === deal.state) return putBack({ deal, to });
    setHeld(null);
    const word = asksReason(deal.state, to) ? messages.asks : messages.dropped;
    say(word(deal.company_name, dealStateLabels[to]));
    onMove(deal, to);
  };
  const pressHeld = (held: Held, event: KeyboardEvent) => {
    const step = steps[event.key];
    const isDrop = event.key === " " || event.key === "Enter";
    if (!step && !isDrop && event.key !== "Escape") return;
    event.preventDefault();
    if (isDrop) return drop(held);
    if (!step) return putBack(held);
    const places = placesOf(held.deal);
    const place = places.indexOf(held.to) + step;
    const to = places[place];
    if (!to) return;
    setHeld({ ...held, to });
    say(messages.over(dealStateLabels[to], place + 1, places.length));
  };

  return {
    held,
    said,
    /** Of a card. */
    dragProps: (deal: ListedDeal) => ({
      draggable: deal.can.move_to.length > 0,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", deal.company_name);
        setHeld({ deal, to: deal.state });
      },
      onDragEnd: () => setHeld(null),
    }),
    /** Of a card's link. */
    keyProps: (deal: ListedDeal) => ({
      id: cardId(deal),
      onKeyDown: (event: KeyboardEvent) => {
        if (held) return pressHeld(held, event);
        if (event.key !== " ") return;
        event.preventDefault();
        if (deal.can.move_to.length === 0) return say("It cannot be moved by hand now");
        dropped.current = cardId(deal);
        const places = placesOf(deal);
        setHeld({ deal, to: deal.state });
        const place = places.indexOf(deal.state) + 1;
        say(
          `${deal.company_name} is picked up. ${dealStateLabels[deal.state]}, ${place} of ${places.length}. Arrow keys choose where to, Space drops it, Escape puts it back.`,
        );
      },
      onBlur: () => {
        dropped.current = "";
        if (held) putBack(held);
      },
    }),
    /** Of where a card can be dropped. */
    targetProps: (state: DealState) => {
      const isOpen = held?.deal.can.move_to.includes(state) ?? false;
      return {
        "data-drop": isOpen ? (held?.to === state ? "over" : "open") : undefined,
        onDragOver: (event: DragEvent) => {
          if (!held || !isOpen) return;
          event.preventDefault();
          if (held.to !== state) setHeld({ ...held, to: state });
        },
        onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
          if (!held || currentTarget.contains(relatedTarget as Node | null)) return;
          setHeld({ ...held, to: held.deal.state });
        },
        onDrop: (event: DragEvent) => {
          if (!held || !isOpen) return;
          event.preventDefault();
          drop({ ...held, to: state });
        },
      };
    },
  };
}

export type CardMoves = ReturnType<typeof useCardMoves>;

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Where it is, and where it can go. */
const placesOf = ({ state, can }: ListedDeal): DealState[] =>
  dealStates.filter((other) => other === state || can.move_to.includes(other));
