import { createElement, Fragment, type ReactNode } from "react";
import type { RichTextBlock, RichTextDocument, RichTextListItem } from "#shared/content/rich-text.ts";
import { headingsOf } from "#shared/content/rich-text-outline.ts";
import { contentFilePath, type RichTextValues } from "#shared/content/rich-text-rules.ts";
import { Notice } from "../notice.tsx";
import { BarFigure } from "./bar-figure.tsx";
import { figures } from "./figures.ts";
import { inlineNodes } from "./inline-nodes.tsx";
import { OperatorDetails } from "./operator-details.tsx";
import { RichTextTable } from "./rich-text-table.tsx";

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

const listItems = (items: readonly RichTextListItem[], values: RichTextValues): ReactNode =>
  nodes(items.map((item) => createElement("li", null, itemContent(item, values))));

const sourceNode = (item: RichTextListItem, values: RichTextValues): ReactNode => (
  <li>
    <span>{itemContent(item, values)}</span>
  </li>
);

/** One paragraph is the item itself; more of them stay paragraphs. */
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
