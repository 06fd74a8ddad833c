import type { PaperKind } from "#shared/funds/funds-completion-messages.ts";
import { ownPaperMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { monthOf } from "#web/lib/format.ts";
import type { OwnPapers } from "../own-funds-queries.ts";

export interface PaperRow {
  kind: PaperKind;
  /** Null while it is still to come; `waits` says what for. */
  paper: OwnPapers["items"][number] | null;
  waits: string;
  /** Nothing is held any more that it would be about. */
  isOver: boolean;
}

const kinds = [
  "beneficial_certificate",
  "company_certificate",
  "relief_certificate",
  "signed_commitment",
  "ledger",
] as const satisfies readonly PaperKind[];

/** Of one commitment, in their order, what came of it later behind them; without one for relief where none is due. */
export function paperRows({ items, awaited }: OwnPapers, commitmentId: string, isHeld = true): PaperRow[] {
  const expected = awaited.find(({ commitment_id }) => commitment_id === commitmentId);
  const others = items.filter(
    ({ kind, commitment_id }) => commitment_id === commitmentId && !(kinds as readonly PaperKind[]).includes(kind),
  );
  const known = kinds.flatMap((kind): PaperRow[] => {
    const paper = items.find((item) => item.kind === kind && item.commitment_id === commitmentId) ?? null;
    if (kind !== "relief_certificate") {
      if (kind !== "company_certificate") return [{ kind, paper, waits: messages.making, isOver: false }];
      const waits = isHeld ? "The company is still to send it." : "It did not come while you held the shares.";
      return [{ kind, paper, waits, isOver: !isHeld }];
    }
    if (!paper && !expected) return [];
    const waits = expected ? `Expected from ${monthOf(`${expected.expected_from}-01`)}` : "";
    return [{ kind, paper, waits, isOver: false }];
  });
  return [...known, ...others.map((paper) => ({ kind: paper.kind, paper, waits: "", isOver: false }))];
}

/** Shortly after the deal is completed. */
export const areBeingMade = (rows: readonly PaperRow[]): boolean =>
  rows.some(({ paper, waits }) => paper === null && waits === messages.making);
