import type { AdviserSeat } from "#shared/portfolio/adviser-seats.ts";
import type { HoldingImport } from "#shared/portfolio/holding-imports.ts";
import type { ListedShareAction, ListedSharePrice } from "#shared/portfolio/portfolio.ts";
import type { PriceBasis } from "#shared/portfolio/portfolio-figures.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface PriceRow {
  is_waiting: boolean;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
  basis: PriceBasis;
  price: string;
  price_before: string | null;
  /** The reader or its author holds some of the shares, and no document shows it. */
  needs_evidence: boolean;
  evidence_name: string | null;
}

export const sharePricePolicy: Policy<PriceRow, keyof ListedSharePrice["can"]> = (actor, row) => {
  const isOpen = actor.isAdmin && row.is_waiting;
  const raises = Number(row.price) > Number(row.price_before ?? 0);
  const isByClub = row.basis === "club_estimate" || row.basis === "impaired";
  return {
    confirm: isOpen && row.refusal === null && !(raises && (isByClub || row.needs_evidence)),
    refuse: isOpen,
    add_evidence: isOpen && row.evidence_name === null,
  };
};

interface ImportRow {
  state: HoldingImport["state"];
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
  obstacle: HoldingImport["obstacle"];
  /** That it is taken back waits; of what is undone it stays. */
  undo_id: string | null;
  undo_refusal: string | null;
}

export const holdingImportPolicy: Policy<ImportRow, keyof HoldingImport["can"]> = ({ isAdmin }, row) => {
  const [waits, stands] = [isAdmin && row.state === "proposed", isAdmin && row.state === "confirmed"];
  const undoWaits = stands && row.undo_id !== null;
  return {
    confirm: waits && row.refusal === null,
    refuse: waits,
    propose_undo: stands && row.undo_id === null && row.obstacle === null,
    confirm_undo: undoWaits && row.obstacle === null && row.undo_refusal === null,
    refuse_undo: undoWaits,
  };
};

interface ShareActionRow {
  is_waiting: boolean;
  refusal: string | null;
  evidence_name: string | null;
}

/** Nobody gains by a split: one who holds shares may confirm it too. */
export const shareActionPolicy: Policy<ShareActionRow, keyof ListedShareAction["can"]> = (actor, row) => {
  const isOpen = actor.isAdmin && row.is_waiting;
  return {
    confirm: isOpen && row.refusal === null,
    refuse: isOpen,
    add_evidence: isOpen && row.evidence_name === null,
  };
};

/** A seat is its owner's alone; what has ended is granted again instead. */
export const adviserSeatPolicy: Policy<{ user_id: string; state: AdviserSeat["state"] }, keyof AdviserSeat["can"]> = (
  actor,
  { user_id, state },
) => {
  const isOpen = actor.userId === user_id && state === "live";
  return { renew: isOpen, end: isOpen };
};
