import {
  accountLine,
  accountOrigin,
  callBackOf,
  goesOnAt,
  leftOutOf,
  leftOutWords,
  memberCode,
  mostWords,
  nobodyAnswers,
  oddShares,
  oneOf,
  proofLines,
  refusalWords,
  sumOf,
} from "#shared/acts/act-words.ts";
import "./acts.css";
import type { ReactNode } from "react";
import {
  type AccountPart,
  type ActPart,
  actKindLabels,
  actMessages,
  actStateLabels,
  codeOf,
  signingMethodLabels,
} from "#shared/acts/act-messages.ts";
import type { AccountText, Act } from "#shared/acts/acts.ts";
import { mostPartLabel, partWords } from "#shared/acts/panel-words.ts";
import { counted } from "#shared/counted.ts";
import { countedPeople } from "#shared/counted-people.ts";
import { allocationMethodLabels } from "#shared/deals/deal-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { capacityLabels } from "#shared/people/signatory-messages.ts";
import { longDate, percent, shortLondonTime } from "#web/lib/format.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { saveFile } from "#web/lib/save-file.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { actInvalidates } from "./act-queries.ts";
import { Objections } from "./objections.tsx";
import { partState } from "./part-words.ts";
import { SignAction } from "./sign-action.tsx";

const stateTones: Record<Act["state"], BadgeTone> = {
  prepared: "over",
  waiting: "waiting",
  signed: "live",
  executed: "live",
  replaced: "over",
  withdrawn: "over",
  expired: "over",
};

/** What two people sign, part by part, with who signed it and who objects. */
export function SignedList({ act }: { act: Act }) {
  const { kind, company_name, deal_name, content_sha256, prepared_by_name, prepared_at, state, is_stale } = act;
  const isOpen = state === "prepared" || state === "waiting";
  return (
    <article className="act" aria-labelledby={`list-${act.id}`} tabIndex={-1}>
      <div className="view-head">
        <h3 id={`list-${act.id}`} className="d3 wrap-anywhere">
          {actKindLabels[kind]}, {company_name}
        </h3>
        <Badge tone={is_stale && isOpen ? "over" : stateTones[state]}>{actStateLabels[state]}</Badge>
      </div>
      <p className="note num wrap-anywhere">
        {deal_name}, list {act.number}. Made by {prepared_by_name} on {shortLondonTime(prepared_at)}.{" "}
        <b className="font-semibold">Code of this list: {codeOf(content_sha256)}; both signers see the same.</b>
      </p>
      <p>
        <a className="row-action" href={`/api/acts/${act.id}/pdf`} download>
          List as PDF
        </a>
      </p>
      <Standing act={act} />
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-6 min-[64rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-6">
          {kind === "offer" ? <OfferParts act={act} /> : <ClosingParts act={act} />}
        </div>
        <Signatures act={act} />
      </div>
      <Objections act={act} />
    </article>
  );
}

/** Why nothing can be done with it, or until when somebody can. */
function Standing({ act }: { act: Act }) {
  const { state, is_stale, ended_at, ended_because, expires_at, is_stopped } = act;
  if (ended_at && state !== "executed")
    return (
      <Notice>
        {actStateLabels[state]} on {shortLondonTime(ended_at)}.
        {ended_because && <span dir="auto"> {ended_because}</span>}
      </Notice>
    );
  if (is_stale) return <Notice tone="warning">{actMessages.changed}</Notice>;
  if (is_stopped) return <Notice tone="error">{stopWords(act)}</Notice>;
  if (state === "waiting" && expires_at)
    return <p className="small num">The second signature is needed by {shortLondonTime(expires_at)}.</p>;
  return null;
}

function stopWords(act: Act): string {
  const { objections, answerers, can, parts } = act;
  const more = parts.some(({ executed_at }) => executed_at !== null) ? " more" : "";
  const goesOn = goesOnAt(objections);
  if (goesOn) return `An objection is answered. The list goes on from ${shortLondonTime(goesOn.toISOString())}.`;
  if (answerers.length > 0)
    return `Somebody objects. Nothing${more} of this list is carried out until ${oneOf(answerers)} has answered and a day has passed.`;
  if (can.withdraw) return `Somebody objects. ${nobodyAnswers(act)}`;
  return `Somebody objects. Nobody who signs for this deal may answer, so nothing${more} of this list is carried out unless the objection is withdrawn.`;
}

function OfferParts({ act }: { act: Act }) {
  const { content } = act;
  const { terms, panel, version, page_sha256, collection_account } = content;
  const rows: [string, ReactNode][] = terms
    ? [
        ["Price of a share", formatPrice(terms.price)],
        ["Value before the round", formatPence(terms.pre_money_pence)],
        ["Whole round", formatPence(terms.round_total_pence)],
        ["The club takes", `${formatPence(terms.club_minimum_pence)} to ${formatPence(terms.club_maximum_pence)}`],
        ["Least commitment", formatPence(terms.minimum_commitment_pence)],
        ["Scheme", terms.scheme === "none" ? "No scheme" : terms.scheme],
        ["Shares", terms.share_class],
        ["Allocated by", methodLabel(terms.allocation_method)],
        ["Opens", shortLondonTime(terms.opens_at)],
        ["Closes", shortLondonTime(terms.closes_at)],
        ["Completion expected", longDate(terms.completion_expected_on)],
      ]
    : [];
  return (
    <>
      <Part number={1} title="Page and terms" act={act} part="offer">
        <Rows rows={[["Version", version ?? ""], ...rows]} />
        <p className="note wrap-anywhere">
          SHA-256 of the page <code className="code">{page_sha256}</code>
        </p>
      </Part>
      <Part number={2} title="Who signs">
        <RecordTable
          caption="Who signs for the money of this deal"
          columns={panelColumns}
          rows={panel.map((member, index) => ({ ...member, key: `${index}`, most: mostWords(act, member) }))}
          rowKey={({ key }) => key}
          isDense
        />
      </Part>
      <Part number={3} title="Account">
        {collection_account ? (
          <Rows
            rows={[
              [
                "Members pay to",
                <AccountWords key="in" act={act} part="collection_account" account={collection_account} />,
              ],
            ]}
          />
        ) : (
          <p className="note">
            {act.state === "prepared" || act.state === "waiting"
              ? "No account is entered yet. It goes into the closing list."
              : "This list names no account: the closing list does."}
          </p>
        )}
      </Part>
    </>
  );
}

type PanelRow = Act["content"]["panel"][number] & { key: string; most: string };
const panelColumns: RecordColumn<PanelRow>[] = [
  { header: "Name", className: "wrap-anywhere", cell: ({ name }) => name },
  { header: "Signs as", cell: ({ capacity }) => capacityLabels[capacity] },
  { header: "Arranges", cell: ({ arranges }) => (arranges ? "Yes" : "No") },
  {
    header: mostPartLabel,
    isRight: true,
    className: "num whitespace-nowrap",
    cell: ({ most }) => most,
  },
];

const methodLabel = (method: string | null): string =>
  allocationMethodLabels[method as keyof typeof allocationMethodLabels] ?? method ?? "";

const methodInLine = (method: string | null): string => {
  const label = methodLabel(method);
  return label.charAt(0).toLowerCase() + label.slice(1);
};

function ClosingParts({ act }: { act: Act }) {
  const { content } = act;
  const { shares, collection_account, company_account, wire, fees, completion } = content;
  const sums = sumOf(act);
  const left = leftOutOf(act);
  const asked = shares?.capacity_shares ? Math.round((sums.asked / shares.capacity_shares) * 100) : null;
  return (
    <>
      <Part number={1} title="Shares" act={act} part="shares">
        <Rows
          rows={[
            [countedPeople(sums.people), `${sums.shares.toLocaleString("en-GB")} shares`],
            ["Cost of the shares", formatPence(sums.cost_pence)],
            ["Asked for", `${sums.asked.toLocaleString("en-GB")} shares${asked === null ? "" : `, ${asked}%`}`],
            ...(left > 0
              ? [["Left out", `${leftOutWords(left)}, with room for them below the maximum`] as [string, string]]
              : []),
          ]}
        />
        <p className="note">
          {sums.changed === 0
            ? `By the published method (${methodInLine(shares?.method ?? null)}), unchanged: check it yourself.`
            : `By the published method (${methodInLine(shares?.method ?? null)}), and ${sums.changed === 1 ? "1 line" : `${sums.changed} lines`} changed by hand with a reason.`}
        </p>
        {oddShares(shares).map((words) => (
          <p key={words} className="note wrap-anywhere">
            {words}
          </p>
        ))}
        <Lines act={act} />
      </Part>
      <Part number={2} title="Accounts">
        <Rows
          rows={[
            [
              "Members pay to",
              collection_account ? (
                <AccountWords key="in" act={act} part="collection_account" account={collection_account} />
              ) : (
                "None"
              ),
            ],
            [
              "The company is paid to",
              company_account ? (
                <AccountWords key="out" act={act} part="company_account" account={company_account} />
              ) : (
                "None"
              ),
            ],
          ]}
        />
      </Part>
      <Part number={3} title="To the company" act={act} part="wire">
        <Rows
          rows={[
            [
              `${sums.shares.toLocaleString("en-GB")} shares × ${shares ? formatPrice(shares.price) : ""}`,
              formatPence(wire?.pence ?? sums.cost_pence),
            ],
          ]}
        />
      </Part>
      <Part number={4} title="Fees" act={act} part="fees">
        <Rows
          rows={[
            ["To the club, by plan", formatPence(fees?.pence ?? sums.fee_pence)],
            ["Paid to", fees?.account ? accountLine(fees.account) : "The club. This list names no account"],
            ["Members send together", <b key="due">{formatPence(sums.cost_pence + sums.fee_pence)}</b>],
          ]}
        />
      </Part>
      <Part number={5} title="Completion" act={act} part="completion">
        <Rows
          rows={[
            ["All due is paid, the sums agree", "Checked before money leaves"],
            ["Documents", "Four signed, and a day’s notice of the day of issue"],
            ["Expected", completion?.expected_on ? longDate(completion.expected_on) : "No day is set"],
            ["Success fee", successFee(completion)],
          ]}
        />
      </Part>
    </>
  );
}

function successFee(completion: Act["content"]["completion"]): string {
  if (completion?.waived_because) return `None, waived: ${completion.waived_because}`;
  if (!completion?.success_fee_bp) return "None";
  const rate = percent(completion.success_fee_bp / 10_000);
  return completion.article ? `${rate}, allowed by article ${completion.article}` : rate;
}

interface PartProps {
  number: number;
  title: string;
  act?: Act;
  part?: ActPart;
  children: ReactNode;
}

function Part({ number, title, act, part, children }: PartProps) {
  const isIn = act && part && act.content.parts.includes(part);
  const state = isIn
    ? partState(act, part)
    : part
      ? ({ tone: "over", text: "Carried out before this list" } as const)
      : null;
  return (
    <section className="grid gap-2 border-t border-ink pt-[0.6rem]" aria-label={title}>
      <div className="act-part-head">
        <h4 className="d4">
          {number} {title}
        </h4>
        {state && (
          <Badge tone={state.tone} isPlain>
            {state.text}
          </Badge>
        )}
      </div>
      {children}
    </section>
  );
}

function Rows({ rows }: { rows: readonly [name: string, value: ReactNode][] }) {
  return (
    <dl className="act-rows num">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface AccountWordsProps {
  act: Act;
  part: AccountPart;
  account: AccountText;
}

function AccountWords({ act, part, account }: AccountWordsProps) {
  const { account_name, sort_code, account_number, bank, partner, is_new, entered_by } = account;
  const state = act.content.parts.includes(part) ? partState(act, part) : null;
  const call = callBackOf(act, part);
  return (
    <>
      {[account_name, sort_code, account_number].filter(Boolean).join(", ")}
      <span className="note block">
        {[bank, partner].filter(Boolean).join(", ")}.{" "}
        {is_new && state && (
          <>
            <b>New</b>, entered by {entered_by}
          </>
        )}
        {is_new && !state && `As in the list before, entered by ${entered_by}`}
        {!is_new && capital(accountOrigin(account))}.
      </span>
      {call && (
        <span className="note block whitespace-pre-line" dir="auto">
          Called back by {call.name}: {call.note}
        </span>
      )}
      {state && (
        <Badge tone={state.tone} isPlain>
          {state.text}
        </Badge>
      )}
    </>
  );
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

type Line = NonNullable<Act["content"]["shares"]>["lines"][number];
const figure = "num whitespace-nowrap";
const count = (value: number): string => value.toLocaleString("en-GB");
const lineColumns = (ownNumber: number | null): RecordColumn<Line>[] => [
  {
    header: "Member",
    className: figure,
    cell: ({ number }) => `${memberCode(number)}${number === ownNumber ? ", you" : ""}`,
  },
  { header: "Asked", isRight: true, className: figure, cell: ({ asked }) => count(asked) },
  { header: "Minimum", isRight: true, isWideOnly: true, className: figure, cell: ({ base }) => count(base) },
  { header: "Rest", isRight: true, isWideOnly: true, className: figure, cell: ({ rest }) => count(rest) },
  {
    header: "Shares",
    isRight: true,
    className: figure,
    cell: ({ shares }) => <b className="font-semibold">{count(shares)}</b>,
  },
  { header: "Cost", isRight: true, className: figure, cell: ({ cost_pence }) => formatPence(cost_pence) },
  { header: "Fee", isRight: true, className: figure, cell: ({ fee_pence }) => formatPence(fee_pence) },
  {
    header: "Changed by hand",
    className: "wrap-anywhere",
    cell: ({ reason }) => reason && <span dir="auto">{reason}</span>,
  },
];

/** As they were hashed, so that a participant can work them out again. */
function Lines({ act }: { act: Act }) {
  const { content, company_name, content_sha256 } = act;
  const lines = content.shares?.lines ?? [];
  if (lines.length === 0) return null;
  const columns = lineColumns(act.own_number);
  const hasChange = lines.some(({ reason }) => reason !== null);
  const name = `${company_name} ${codeOf(content_sha256)}.csv`.replaceAll(/[^\w.]+/g, "-").toLowerCase();
  return (
    <details className="fold">
      <summary>{`${lines.length === 1 ? "" : "All "}${counted(lines.length, "line")}`}</summary>
      <div className="grid gap-3 pt-2">
        <RecordTable
          caption="Who gets how many shares, by the number of each member in the deal"
          columns={hasChange ? columns : columns.slice(0, -1)}
          rows={lines}
          rowKey={({ number }) => `${number}`}
          isDense
        />
        <p className="note wrap-anywhere">
          SHA-256 of these lines <code className="code">{content.shares?.result_sha256}</code>
        </p>
        <p>
          <Button variant="outline" isSmall onClick={() => saveFile(name, "text/csv", proofLines(act))}>
            Export CSV to check it yourself
          </Button>
        </p>
      </div>
    </details>
  );
}

/** Who signed, what each puts in, and one signature for all of it. */
function Signatures({ act }: { act: Act }) {
  const { signatures, can, kind, deal_id, state, refusal, is_stale, no_second } = act;
  const isOpen = state === "prepared" || state === "waiting";
  return (
    <aside
      className="grid gap-[0.9rem] rounded-sheet border border-line bg-sheet px-5 py-[1.1rem] min-[64rem]:sticky min-[64rem]:top-20"
      aria-label="Signatures"
    >
      <h4 className="d4">Signatures</h4>
      {signatures.length === 0 && <p className="note">Nobody has signed this list.</p>}
      <ol className="grid gap-3">
        {signatures.map((signature) => (
          <li key={signature.signed_at} className="small num grid gap-0.5 wrap-anywhere">
            <b className="font-semibold">{signature.name}</b>
            <span>{capacityLabels[signature.capacity]}</span>
            {kind === "closing" && <span>{partWords(signature.takes_part_pence)}</span>}
            <span className="note">
              Signed on {shortLondonTime(signature.signed_at)}, {signingMethodLabels[signature.method]}
            </span>
          </li>
        ))}
      </ol>
      {/* Next has the filled one of who prepares. */}
      {can.sign && (
        <SignAction dealId={deal_id} kind={kind} act={act} variant={state === "prepared" ? "outline" : "secondary"} />
      )}
      {no_second && !is_stale && <Notice tone="warning">{no_second}</Notice>}
      {isOpen && !can.sign && !is_stale && !no_second && refusal && can.withdraw && (
        <p className="note">
          {signatures.length > 0 && refusal === "same_account"
            ? "You signed it, or nobody else has called back an account that you entered or asked for. Somebody else of the panel signs second."
            : refusalWords(refusal)}
        </p>
      )}
      {can.withdraw && (
        <p>
          <ReasonButton
            label="Withdraw this list..."
            look="outline"
            invalidates={actInvalidates}
            to={`/acts/${act.id}/withdrawal`}
            hint="Everybody who reads the list reads the reason."
            words={{
              title: "Withdraw this list?",
              text: "What is carried out stays. The rest is not carried out, and needs a new list.",
              submit: "Withdraw this list",
              busy: "Withdrawing...",
              done: "List withdrawn",
            }}
          />
        </p>
      )}
    </aside>
  );
}
