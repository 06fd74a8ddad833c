import { createElement, Fragment, type ReactNode } from "react";
import type {
  RichTextBlock,
  RichTextDocument,
  RichTextInline,
  RichTextListItem,
  RichTextMark,
} from "#shared/content/rich-text.ts";
import { headingsOf, inRunningText } from "#shared/content/rich-text-outline.ts";
import { contentFilePath, isLinkAddress, type RichTextValues } from "#shared/content/rich-text-rules.ts";
import { InlineLink } from "../link.tsx";
import { Notice } from "../notice.tsx";
import { BarFigure } from "./bar-figure.tsx";
import { figures } from "./figures.ts";

interface RichTextProps {
  document: RichTextDocument;
  values: RichTextValues;
}

/** A text of the editor, the same on the server and in the browser. Render it inside `.prose`. */
export function RichText({ document, values }: RichTextProps) {
  const ids = new Map<RichTextBlock, string>(headingsOf(document, values).map(({ block, id }) => [block, id]));
  return nodes(document.content.map((block) => blockNode(block, values, ids.get(block))));
}

function blockNode(block: RichTextBlock, values: RichTextValues, id?: string): ReactNode {
  switch (block.type) {
    case "paragraph":
      return <p>{inlineNodes(block.content, values)}</p>;
    case "note":
      return <p className="caption">{inlineNodes(block.content, values)}</p>;
    case "heading":
      return createElement(`h${block.attrs.level}`, { id }, inlineNodes(block.content, values));
    case "bulletList":
      return <ul>{listItems(block.content, values)}</ul>;
    case "orderedList":
      return <ol>{listItems(block.content, values)}</ol>;
    case "blockquote":
      return (
        <blockquote className="pull-quote">{nodes(block.content.map((each) => blockNode(each, values)))}</blockquote>
      );
    case "callout":
      return <Notice tone={block.attrs.tone}>{inlineNodes(block.content, values, "callout")}</Notice>;
    case "table":
      return <RichTextTable rows={block.content} values={values} />;
    case "image":
      return <Picture {...block.attrs} />;
    case "figure":
      return <BarFigure figure={figures[block.attrs.name]} />;
    case "sources":
      return (
        <div className="sources">
          <b>Sources</b>
          <ol>{nodes(block.content.map((item) => sourceNode(item, values)))}</ol>
        </div>
      );
    case "operatorDetails":
      return <OperatorDetails values={values} />;
    case "horizontalRule":
      return <hr />;
  }
}

type Place = "prose" | "callout";

const inlineNodes = (
  content: readonly RichTextInline[] | undefined,
  values: RichTextValues,
  place: Place = "prose",
): ReactNode => marked(content ?? [], 0, values, place);

/** Neighbours that share a mark share its element, so that a link that is partly bold is one link. */
function marked(content: readonly RichTextInline[], depth: number, values: RichTextValues, place: Place): ReactNode {
  const runs: RichTextInline[][] = [];
  for (const node of content) {
    const last = runs.at(-1);
    const isShared = last?.[0] && isSameMark(last[0].marks?.[depth], node.marks?.[depth]);
    if (last && isShared) last.push(node);
    else runs.push([node]);
  }
  const children = runs.map((run) => {
    const mark = run[0]?.marks?.[depth];
    if (mark) return markNode(mark, marked(run, depth + 1, values, place), place);
    return createElement(Fragment, null, ...run.map((node) => leafNode(node, values)));
  });
  return createElement(Fragment, null, ...children);
}

const isSameMark = (one: RichTextMark | undefined, other: RichTextMark | undefined): boolean =>
  one?.type === other?.type && hrefOf(one) === hrefOf(other);

const hrefOf = (mark: RichTextMark | undefined) => (mark?.type === "link" ? mark.attrs.href : undefined);

function markNode(mark: RichTextMark, children: ReactNode, place: Place): ReactNode {
  switch (mark.type) {
    case "bold":
      return place === "callout" ? <b className="font-semibold">{children}</b> : <strong>{children}</strong>;
    case "italic":
      return <em>{children}</em>;
    case "code":
      return <code>{children}</code>;
    case "superscript":
      return <sup>{children}</sup>;
    case "link":
      return isLinkAddress(mark.attrs.href) ? <InlineLink to={mark.attrs.href}>{children}</InlineLink> : children;
  }
}

function leafNode(node: RichTextInline, values: RichTextValues): ReactNode {
  if (node.type === "text") return node.text;
  if (node.type === "hardBreak") return <br />;
  const value = values[node.attrs.name];
  const isEmail = node.attrs.name === "contact_email" || node.attrs.name === "info_email";
  return isEmail ? <InlineLink to={`mailto:${value}`}>{value}</InlineLink> : inRunningText(value);
}

type Row = Extract<RichTextBlock, { type: "table" }>["content"][number];
type Cell = Row["content"][number];

interface RichTextTableProps {
  rows: readonly Row[];
  values: RichTextValues;
}

/** A first row of nothing but headers is the table's head. */
function RichTextTable({ rows, values }: RichTextTableProps) {
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

/** Who answers for the site: the company, its number, its postal address and its contact e-mail. */
function OperatorDetails({ values }: { values: RichTextValues }) {
  const lines = values.address.split("\n").filter((line) => line !== values.operator);
  return (
    <address className="not-italic">
      <span className="block">{values.operator}</span>
      <span className="block">Company number {values.company_number}</span>
      {lines.map((line) => (
        <span className="block" key={line}>
          {line}
        </span>
      ))}
      <span className="block">
        Email: <InlineLink to={`mailto:${values.contact_email}`}>{values.contact_email}</InlineLink>
      </span>
    </address>
  );
}

const listItems = (items: readonly RichTextListItem[], values: RichTextValues): ReactNode =>
  nodes(items.map((item) => createElement("li", null, itemContent(item, values))));

const sourceNode = (item: RichTextListItem, values: RichTextValues): ReactNode => (
  <li>
    <span>{itemContent(item, values)}</span>
  </li>
);

/** A single paragraph is the item itself; more of them stay paragraphs. */
function itemContent({ content }: RichTextListItem, values: RichTextValues): ReactNode {
  const isLoose = content.filter(({ type }) => type === "paragraph").length > 1;
  return nodes(
    content.map((block) =>
      block.type === "paragraph" && !isLoose ? inlineNodes(block.content, values) : blockNode(block, values),
    ),
  );
}

function Picture({ fileId, alt, caption, width, height }: Extract<RichTextBlock, { type: "image" }>["attrs"]) {
  return (
    <figure>
      <img src={contentFilePath(fileId)} alt={alt} width={width} height={height} loading="lazy" decoding="async" />
      {caption && <figcaption className="caption">{caption}</figcaption>}
    </figure>
  );
}

/** As arguments, so that they need no keys: nothing here ever moves. */
const nodes = (children: ReactNode[]): ReactNode => createElement(Fragment, null, ...children);
