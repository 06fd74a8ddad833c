import { createElement, type ReactNode } from "react";
import type { StatementState } from "#shared/statements/signed-statement-messages.ts";
import type { SignedLine } from "#shared/statements/signed-statements.ts";
import type { StatementRuns } from "#shared/statements/statements.ts";
import { PaperMargin } from "#web/lib/paper-head.tsx";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

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

/** The lines of a page, or of a form; headings are below those of the screen. */
export function StatementLines({ lines }: { lines: readonly SignedLine[] }) {
  const blocks: ReactNode[] = [];
  let items: ReactNode[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(createElement("ul", null, ...items));
    items = [];
  };
  for (const { style, runs } of lines) {
    if (style === "item") items.push(createElement("li", null, ...wordsOf(runs)));
    else {
      endList();
      blocks.push(createElement(tags[style], null, ...wordsOf(runs)));
    }
  }
  endList();
  return createElement("article", { className: "statement-page" }, ...blocks);
}

const tags = { title: "h2", heading: "h3", paragraph: "p", answer: "p" } as const;

export const Runs = ({ runs }: { runs: StatementRuns }) => createElement("span", null, ...wordsOf(runs));

const wordsOf = (runs: StatementRuns): ReactNode[] =>
  runs.map(({ text, is_bold }) => (is_bold ? createElement("b", null, text) : text));
