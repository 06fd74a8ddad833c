import { createElement, type ReactNode } from "react";
import type { SignedLine } from "#shared/statements/signed-statements.ts";
import type { StatementRuns } from "#shared/statements/statements.ts";

interface StatementLinesProps {
  lines: readonly SignedLine[];
  /** Of its title, below the headings of the screen. */
  level?: 2 | 3;
}

/** The lines of a page, or of a form. */
export function StatementLines({ lines, level = 3 }: StatementLinesProps) {
  const tags = { title: `h${level}`, heading: `h${level + 1}`, paragraph: "p", answer: "p" };
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

export const Runs = ({ runs }: { runs: StatementRuns }) => createElement("span", null, ...wordsOf(runs));

const wordsOf = (runs: StatementRuns): ReactNode[] =>
  runs.map(({ text, is_bold }) => (is_bold ? createElement("b", null, text) : text));
