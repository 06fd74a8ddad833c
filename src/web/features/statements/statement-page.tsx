import { createElement, type ReactNode } from "react";

/** A form as `renderStatementForm` has made it, whose bytes the hash is of: nothing is shown that they do not hold. */
export function StatementPage({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  return createElement("article", { className: "statement-page" }, ...blocksOf(body));
}

/** Headings are a level below those of the screen; items next to each other are one list. */
const tags: Record<string, string> = { H1: "h2", H2: "h3", P: "p", SECTION: "section" };

function blocksOf(element: Element): ReactNode[] {
  const blocks: ReactNode[] = [];
  let items: ReactNode[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(createElement("ul", null, ...items));
    items = [];
  };
  for (const child of element.children) {
    if (child.tagName === "LI") {
      items.push(createElement("li", null, ...wordsOf(child)));
      continue;
    }
    endList();
    const inside = child.tagName === "SECTION" ? blocksOf(child) : wordsOf(child);
    blocks.push(createElement(tags[child.tagName] ?? "p", null, ...inside));
  }
  endList();
  return blocks;
}

const wordsOf = (element: Element): ReactNode[] =>
  [...element.childNodes].map((node) =>
    node.nodeName === "B" ? createElement("b", null, node.textContent) : node.textContent,
  );
