import type { ReactNode } from "react";
import type { StatementState } from "#shared/statements/signed-statement-messages.ts";
import type { SignedLine } from "#shared/statements/signed-statements.ts";
import { PaperMargin } from "#web/lib/paper-head.tsx";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { StatementLines } from "./statement-lines.tsx";

interface LinesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  text?: string;
  lines: readonly SignedLine[] | undefined;
  whileMissing?: ReactNode;
}

export function LinesDialog({ isOpen, onClose, title, text, lines, whileMissing }: LinesDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      text={text}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <PaperMargin name={title} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className="statement-box mt-5" aria-label={title} tabIndex={0}>
        {lines ? <StatementLines lines={lines} /> : whileMissing}
      </section>
    </Dialog>
  );
}

export const statementTones: Record<StatementState, BadgeTone> = {
  live: "live",
  in_review: "waiting",
  refused: "refused",
  expired: "over",
  withdrawn: "over",
  revoked: "refused",
};
