import { createElement, type ReactNode } from "react";
import type { RichTextBlock } from "#shared/content/rich-text.ts";
import type { RichTextValues } from "#shared/content/rich-text-rules.ts";
import { inlineNodes } from "./inline-nodes.tsx";

type Row = Extract<RichTextBlock, { type: "table" }>["content"][number];
type Cell = Row["content"][number];

interface RichTextTableProps {
  rows: readonly Row[];
  values: RichTextValues;
}

/** A first row of nothing but headers is the table's head. */
export function RichTextTable({ rows, values }: RichTextTableProps) {
  const [first, ...others] = rows;
  const hasHead = first?.content.every(({ type }) => type === "tableHeader");
  const body = hasHead ? others : rows;
  return (
    <table>
      {hasHead && first && <thead>{rowNode(first, "col", values)}</thead>}
      {body.length > 0 && createElement("tbody", null, ...body.map((row) => rowNode(row, "row", values)))}
    </table>
  );
}

const rowNode = ({ content }: Row, scope: "col" | "row", values: RichTextValues): ReactNode =>
  createElement("tr", null, ...content.map((cell) => cellNode(cell, scope, values)));

function cellNode({ type, attrs, content: [paragraph] }: Cell, scope: "col" | "row", values: RichTextValues) {
  const className = attrs?.align && "is-right";
  const text = inlineNodes(paragraph?.content, values);
  // A header that says nothing, such as the corner of a table, heads nothing.
  if (type === "tableCell" || !hasWords(paragraph)) return <td className={className}>{text}</td>;
  return (
    <th scope={scope} className={className}>
      {text}
    </th>
  );
}

const hasWords = (paragraph: Cell["content"][number] | undefined): boolean =>
  (paragraph?.content ?? []).some((part) => part.type === "value" || (part.type === "text" && part.text.trim() !== ""));
