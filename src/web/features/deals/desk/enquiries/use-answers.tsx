import { lazy, type ReactNode, Suspense, useState } from "react";
import { asksReason, type DealState } from "#shared/deals/deal-messages.ts";
import type { ListedDeal } from "#shared/deals/deals.ts";
import { useMoveDeal } from "../deal-queries.ts";

const MoveDialog = lazy(() => import("../move-dialog.tsx").then((file) => ({ default: file.MoveDialog })));

type Enquiry = Pick<ListedDeal, "id" | "company_name" | "state" | "updated_at" | "can">;

const answers = [
  ["screening", "Take on"],
  ["parked", "Later"],
  ["declined", "Decline"],
] as const;

export interface Answer {
  label: string;
  give: () => void;
}

/** What an enquiry can be answered, in its list and on its page, and the dialog that some answers need. */
export function useAnswers(): { answersTo: (deal: Enquiry) => Answer[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ deal: Enquiry; to: DealState; key: number; isOpen: boolean }>();
  const { mutate } = useMoveDeal();
  const move = (deal: Enquiry, to: DealState) =>
    asksReason(deal.state, to)
      ? setAsked({ deal, to, key: (asked?.key ?? 0) + 1, isOpen: true })
      : mutate({ deal, to, reason: null, until: null });
  return {
    answersTo: (deal) =>
      answers
        .filter(([to]) => deal.state === "enquiry" && deal.can.move_to.includes(to))
        .map(([to, label]) => ({ label, give: () => move(deal, to) })),
    dialog: (
      <Suspense>
        {asked && <MoveDialog {...asked} key={asked.key} onClose={() => setAsked({ ...asked, isOpen: false })} />}
      </Suspense>
    ),
  };
}
