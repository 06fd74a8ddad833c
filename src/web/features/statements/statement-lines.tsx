import { createElement, type ReactNode } from "react";
import type { SignedLine } from "#shared/statements/signed-statements.ts";
import type { StatementRuns } from "#shared/statements/statements.ts";

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
