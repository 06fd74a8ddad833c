import {
  type ActPart,
  actKindLabels,
  actPartLabels,
  actStateLabels,
  codeOf,
  signingMethodLabels,
} from "#shared/acts/act-messages.ts";
import { accountLine, callBackOf, memberCode, oddShares, partSummary } from "#shared/acts/act-words.ts";
import type { Act } from "#shared/acts/acts.ts";
import { allocationMethodLabels } from "#shared/deals/deal-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { capacityLabels } from "#shared/people/signatory-messages.ts";
import { type TextLine, type TextTable, textLine } from "../../platform/pdf/text-document.ts";
import type { ListedAct } from "./act-queries.ts";

type Row = readonly string[];
const facts = (rows: readonly Row[]): TextTable => ({
  columns: [
    { title: "What", share: 2 },
    { title: "As signed", share: 4 },
  ],
  rows,
});
const count = (shares: number) => shares.toLocaleString("en-GB");
const moment = (at: Date | string) => formatMoment(new Date(at));

/** A list as its reader sees it on screen: without the numbers of accounts for members. @param madeAt when its state is of. */
export function actPaper(act: ListedAct, madeAt: Date) {
  const { content, signatures, objections, content_sha256 } = act;
  const title = `${act.company_name}: ${actKindLabels[act.kind].toLowerCase()} ${act.number}`;
  return {
    title,
    lines: [
      textLine("title", title),
      textLine("paragraph", `Code of this list: ${codeOf(content_sha256)}; both signers see the same.`),
      textLine("paragraph", `${actStateLabels[act.state]}, as of ${moment(madeAt)}.`),
      textLine("heading", "What is signed"),
      facts([
        ["Round", act.deal_name],
        ["Version of the page", String(content.version ?? "None")],
        ...content.parts.flatMap((part): Row[] => [
          [actPartLabels[part], partSummary(act, part)],
          ...calledBack(act, part),
        ]),
        ...(content.collection_account && !content.parts.includes("collection_account")
          ? [["Members pay to", accountLine(content.collection_account)]]
          : []),
        ...termRows(content.terms),
      ]),
      ...sharesOf(act),
      textLine("heading", "Who may sign"),
      {
        columns: [
          { title: "Name", share: 4 },
          { title: "Signs as", share: 3 },
          { title: "Arranges", share: 2 },
          { title: "Takes part with at most", share: 3, align: "right" as const },
        ],
        rows: content.panel.map(({ name, capacity, arranges, invests_pence }) => [
          name,
          capacityLabels[capacity],
          arranges ? "Yes" : "No",
          invests_pence === null ? "Not said" : formatPence(invests_pence),
        ]),
      },
      textLine("heading", "Signatures"),
      ...(signatures.length === 0 ? [textLine("paragraph", "Nobody has signed this list.")] : []),
      ...signatures.flatMap((signature) => signatureLines(act, signature)),
      ...(objections.length > 0 ? [textLine("heading", "Objections")] : []),
      ...objections.flatMap(({ number, reason, objected_at, withdrawn_at, answered_at, answered_by_name, answer }) => [
        textLine("paragraph", `${memberCode(number)}, ${moment(objected_at)}: ${reason}`),
        ...(withdrawn_at ? [textLine("answer", `Withdrawn on ${moment(withdrawn_at)}.`)] : []),
        ...(answered_at
          ? [textLine("answer", `Answered on ${moment(answered_at)} by ${answered_by_name}: ${answer}`)]
          : []),
      ]),
    ],
    foot: `SHA-256 of the list ${content_sha256}`,
  };
}

/** Below the account that it is about. */
function calledBack(act: ListedAct, part: ActPart): Row[] {
  const call = part === "collection_account" || part === "company_account" ? callBackOf(act, part) : undefined;
  return call ? [[`Called back by ${call.name}`, call.note]] : [];
}

function termRows(terms: Act["content"]["terms"]): Row[] {
  if (!terms) return [];
  const method = terms.allocation_method as keyof typeof allocationMethodLabels;
  return [
    ["Price of a share", formatPrice(terms.price)],
    ["Pre-money", formatPence(terms.pre_money_pence)],
    ["Round", formatPence(terms.round_total_pence)],
    ["The club takes", `${formatPence(terms.club_minimum_pence)} to ${formatPence(terms.club_maximum_pence)}`],
    ["Least commitment", formatPence(terms.minimum_commitment_pence)],
    ["Class of shares", terms.share_class],
    ["How shares are allocated", allocationMethodLabels[method] ?? terms.allocation_method],
    ["Opens", moment(terms.opens_at)],
    ["Closes", moment(terms.closes_at)],
  ];
}

function sharesOf(act: Pick<Act, "content">): (TextLine | TextTable)[] {
  const { shares } = act.content;
  if (!shares || shares.lines.length === 0) return [];
  return [
    textLine("heading", "Shares"),
    {
      columns: [
        { title: "Member", share: 2 },
        ...["Asked", "Shares", "Cost", "Fee"].map((title) => ({ title, share: 3, align: "right" as const })),
      ],
      rows: shares.lines.map(({ number, asked, shares: given, cost_pence, fee_pence }) => [
        ...[memberCode(number), count(asked), count(given), formatPence(cost_pence), formatPence(fee_pence)],
      ]),
    },
    ...shares.lines.flatMap(({ number, reason }) =>
      reason === null ? [] : [textLine("paragraph", `${memberCode(number)} was changed by hand: ${reason}`)],
    ),
    ...oddShares(shares).map((words) => textLine("paragraph", words)),
    textLine("paragraph", `SHA-256 of the lines ${shares.result_sha256}`),
  ];
}

function signatureLines(
  act: Pick<ListedAct, "kind">,
  { name, capacity, takes_part_pence, ...signature }: ListedAct["signatures"][number],
) {
  const part = takes_part_pence > 0 ? `takes part with ${formatPence(takes_part_pence)}` : "takes no part in this deal";
  const signed = `Signed on ${moment(signature.signed_at)}, ${signingMethodLabels[signature.method]}.`;
  return [
    textLine("paragraph", [name, capacityLabels[capacity], ...(act.kind === "closing" ? [part] : [])].join(", ")),
    textLine("answer", signed),
  ];
}
