import { createElement, Fragment, type ReactNode } from "react";
import type { RichTextInline, RichTextMark } from "#shared/content/rich-text.ts";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import { isLinkAddress, type RichTextValues } from "#shared/content/rich-text-rules.ts";
import { InlineLink } from "../link.tsx";

type Place = "prose" | "callout";

export const inlineNodes = (
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
