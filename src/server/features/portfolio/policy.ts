import type { AdviserSeat } from "#shared/portfolio/adviser-seats.ts";
import type { HoldingImport } from "#shared/portfolio/holding-imports.ts";
import type { ListedShareAction, ListedSharePrice } from "#shared/portfolio/portfolio.ts";
import type { PriceBasis } from "#shared/portfolio/portfolio-figures.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface PriceRow {
  is_waiting: boolean;
  entered_by: string | null;
  is_left_to_author: boolean;
  basis: PriceBasis;
  price: string;
  price_before: string | null;
  /** The reader holds shares of the company. */
  is_holder: boolean;
  evidence_name: string | null;
}

export const sharePricePolicy: Policy<PriceRow, keyof ListedSharePrice["can"]> = (actor, row) => {
  const isOpen = actor.isAdmin && row.is_waiting;
  const raises = Number(row.price) > Number(row.price_before ?? 0);
  const isByClub = row.basis === "club_estimate" || row.basis === "impaired";
  return {
    confirm:
      isOpen && (row.entered_by !== actor.userId || row.is_left_to_author) && !(raises && (isByClub || row.is_holder)),
    refuse: isOpen,
    add_evidence: isOpen && row.evidence_name === null,
  };
};

interface ImportRow {
  state: HoldingImport["state"];
  /** Proposed by this reader, or with shares of theirs. */
  is_own: boolean;
  is_left_to_author: boolean;
  obstacle: HoldingImport["obstacle"];
  /** That it is taken back waits; of what is undone it stays. */
  undo_id: string | null;
  is_own_undo: boolean;
  is_undo_left_to_author: boolean;
}

export const holdingImportPolicy: Policy<ImportRow, keyof HoldingImport["can"]> = ({ isAdmin }, row) => {
  const [waits, stands] = [isAdmin && row.state === "proposed", isAdmin && row.state === "confirmed"];
  const undoWaits = stands && row.undo_id !== null;
  return {
    confirm: waits && (!row.is_own || row.is_left_to_author),
    refuse: waits,
    propose_undo: stands && row.undo_id === null && row.obstacle === null,
    confirm_undo: undoWaits && row.obstacle === null && (!row.is_own_undo || row.is_undo_left_to_author),
    refuse_undo: undoWaits,
  };
};

interface ShareActionRow {
  is_waiting: boolean;
  proposed_by: string | null;
  is_left_to_author: boolean;
  evidence_name: string | null;
}

/** Nobody gains by a split: one who holds shares may confirm it too. */
export const shareActionPolicy: Policy<ShareActionRow, keyof ListedShareAction["can"]> = (actor, row) => {
  const isOpen = actor.isAdmin && row.is_waiting;
  return {
    confirm: isOpen && (row.proposed_by !== actor.userId || row.is_left_to_author),
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
