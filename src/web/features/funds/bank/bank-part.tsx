import { useLocation } from "react-router";
import { adminPaths } from "#shared/admin-paths.ts";
import { completedStates } from "#shared/deals/deal-messages.ts";
import { bankFormatName } from "#shared/funds/bank-files-messages.ts";
import type { BankFile, BankLine, ClosingBoard, confirmedLinesSchema } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { type LineGrade, lineGradeLabels, lineGrades, outgoingStateLabels } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { adminName, memberName } from "#shared/people/person-name.ts";
import { bankDay } from "#web/features/funds/clock.ts";
import { closingSearch } from "#web/features/funds/closing-queries.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime, longDate, shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { Fold } from "#web/ui/fold.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { AccountPart } from "../account/account-part.tsx";
import { explainLeft } from "../explain-left.ts";
import { signedPence, sumBothWays } from "../signed-pence.ts";
import { FeedSection } from "./feed-section.tsx";
import { ImportFile } from "./import-file.tsx";
import { MatchAction, OpenLines } from "./open-lines.tsx";

const showOptions = [
  { value: "open", label: "Open" },
  { value: "booked", label: messages.showBooked },
] as const;

/** What came from the bank, how sure it is, and what it was booked as. */
export function BankPart({ board }: { board: ClosingBoard }) {
  const { state, change } = useSearchState(closingSearch);
  const files = useList<BankFile>({ path: `/deals/${board.deal_id}/bank-files`, parameters: { limit: "1" } });
  const [file] = files.items ?? [];
  const show = state.show || "open";
  const { hash } = useLocation();
  const isAtRest = isEmptied(board) && hash !== "#bank" && show === "open";
  const body = (
    <>
      {files.items?.length === 0 && (
        <p className="note">No bank file is here yet. Choose the file that the bank gives for this account.</p>
      )}
      {board.can.import && (
        <ImportFile dealId={board.deal_id} isFirst={files.items?.length === 0} newestId={file?.id} />
      )}
      {file && show === "open" && <Open board={board} />}
      {file && show === "booked" && <BookedLines board={board} />}
      <div className="grid has-[h3]:gap-5">
        <FeedSection board={board} />
        <AccountPart board={board} />
      </div>
    </>
  );
  return (
    <section aria-labelledby="bank" className="grid gap-5 outline-none" tabIndex={-1}>
      <div className="grid gap-1">
        <PartHead id="bank" title="Bank">
          {file && (
            <Segments
              label="Show"
              value={show}
              options={showOptions}
              onChange={(next) => change({ show: next === "booked" ? next : "" }, { replace: true })}
            />
          )}
        </PartHead>
        {file && <FileFacts file={file} />}
      </div>
      {isAtRest ? (
        <Fold summary={`${formatPence(0)} in the account. Bank file, feed and account details`}>{() => body}</Fold>
      ) : (
        body
      )}
    </section>
  );
}

/** Nothing is expected of an account that is empty once its deal is completed. */
const isEmptied = ({ deal_state, on_account_pence, bank_pence, difference_pence, proceeds }: ClosingBoard): boolean =>
  completedStates.includes(deal_state) &&
  on_account_pence === 0 &&
  (bank_pence ?? 0) === 0 &&
  difference_pence === 0 &&
  proceeds.length === 0;

function FileFacts({ file }: { file: BankFile }) {
  const { id, name, format, lines, new_lines, opening_balance_pence, closing_balance_pence } = file;
  const balance =
    opening_balance_pence === null || closing_balance_pence === null
      ? file.origin === "file" && messages.noBalance
      : messages.balance(formatPence(opening_balance_pence), formatPence(closing_balance_pence));
  return (
    <>
      <p className="small muted num wrap-anywhere">
        {name}, read as {bankFormatName(format)}. {messages.newLines(new_lines, lines - new_lines)} {balance}{" "}
        {file.origin === "feed" ? "Read by the feed" : `Imported by ${adminName(file.imported_by_name)}`},{" "}
        {formatDateTime(file.imported_at)}.
      </p>
      {file.can.take_back && (
        <p>
          <ActionButton
            path={`/bank-files/${id}/take-back`}
            label="Take back this file"
            labelEnd={name}
            busy="Taking it back..."
            confirm={{
              title: `Take back ${name}?`,
              text: messages.takeBackText(new_lines, sumBothWays([file.paid_in_pence, -file.paid_out_pence])),
            }}
            variant="danger"
            done={`${name} was taken back`}
            failed="The file was not taken back"
            invalidates={dealMoneyKeys}
          />
        </p>
      )}
    </>
  );
}

function Open({ board }: { board: ClosingBoard }) {
  const list = useList<BankLine>({
    path: `/deals/${board.deal_id}/bank-lines`,
    parameters: { show: "open" },
  });
  return (
    <ListView list={list} noun="lines" loading={messages.loading} empty={<p className="note">Every line is booked.</p>}>
      {(lines) => (
        <div className="grid gap-5">
          {board.difference_pence < 0 && <LeftUnexplained lines={lines} board={board} />}
          {lineGrades.map((grade) => {
            const rows = lines.filter((line) => line.grade === grade && line.open_pence !== 0);
            return rows.length > 0 && <Group key={grade} grade={grade} lines={rows} board={board} />;
          })}
          <Unidentified lines={lines.filter(({ unidentified_pence }) => unidentified_pence > 0)} board={board} />
        </div>
      )}
    </ListView>
  );
}

function LeftUnexplained({ lines, board }: { lines: readonly BankLine[]; board: ClosingBoard }) {
  const left = lines.filter(({ grade, open_pence }) => grade === "unknown" && open_pence < 0);
  if (left.length === 0) return null;
  const sum = left.reduce((pence, { open_pence }) => pence - open_pence, 0);
  return (
    <Notice tone="error">
      {messages.leftUnexplained(
        left.map(
          ({ open_pence, payer, booked_on }) =>
            `${formatPence(-open_pence)}, ${messages.payerOf(payer)}, ${longDate(booked_on)}`,
        ),
        explainLeft(board, sum).as,
      )}
    </Notice>
  );
}

interface GroupProps {
  grade: LineGrade;
  /** All that are open are in one answer. */
  lines: BankLine[];
  board: ClosingBoard;
}

function Group({ grade, lines, board }: GroupProps) {
  const sum = sumBothWays(lines.map(({ open_pence }) => open_pence));
  const toBook = lines.filter(({ can }) => can.book);
  return (
    <section aria-label={messages.group(lineGradeLabels[grade], lines.length, sum)}>
      <div className="view-head">
        <h3 className="d4">
          {lineGradeLabels[grade]} <span className="small muted num font-text">{messages.sum(lines.length, sum)}</span>
        </h3>
        {toBook.length > 0 && (
          <div className="view-tools">
            <Book lines={toBook} />
          </div>
        )}
      </div>
      <OpenLines label={lineGradeLabels[grade]} lines={lines} board={board} isSure={grade === "sure"} />
    </section>
  );
}

/** Booked, and still to be said of a member or sent back. */
function Unidentified({ lines, board }: { lines: readonly BankLine[]; board: ClosingBoard }) {
  if (lines.length === 0) return null;
  const sum = sumBothWays(lines.map(({ unidentified_pence }) => unidentified_pence));
  return (
    <section aria-labelledby="unidentified" className="outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="unidentified" className="d4">
          Not identified yet <span className="small muted num font-text">{messages.sum(lines.length, sum)}</span>
        </h3>
      </div>
      <BookedTable caption="Not identified yet" lines={lines} board={board} />
    </section>
  );
}

type Confirmed = (typeof confirmedLinesSchema)["_output"];

/** What waits only, as an import books the rest. */
function Book({ lines }: { lines: readonly BankLine[] }) {
  const sum = sumBothWays(lines.map(({ open_pence }) => open_pence));
  return (
    <ActionButton<Confirmed>
      path="/bank-lines/confirm"
      body={{ ids: lines.map(({ id }) => id) }}
      label={messages.book(lines.length, sum)}
      busy="Booking..."
      done={({ confirmed, left_out }) => ({
        // Which lines were left out is not answered, so their sums are not known.
        title: messages.confirmed(confirmed, left_out > 0 ? undefined : sum),
        description: left_out > 0 ? messages.leftOut(left_out) : undefined,
      })}
      failed="Nothing was booked"
      invalidates={dealMoneyKeys}
    />
  );
}

/** Newest first, with what was taken back. */
export function BookedLines({ board }: { board: ClosingBoard }) {
  const list = useList<BankLine>({
    path: `/deals/${board.deal_id}/bank-lines`,
    parameters: { show: "booked" },
  });
  return (
    <ListView
      list={list}
      noun="lines"
      loading={messages.loading}
      empty={<p className="note">No line is booked yet.</p>}
    >
      {(lines) => <BookedTable caption={messages.showBooked} lines={lines} board={board} />}
    </ListView>
  );
}

interface BookedTableProps {
  caption: string;
  lines: readonly BankLine[];
  board: ClosingBoard;
}

export function BookedTable({ caption, lines, board }: BookedTableProps) {
  const booked: RecordColumn<BankLine> = {
    header: "Booked as",
    className: "num wrap-anywhere",
    cell: (line) => <Matches line={line} board={board} />,
  };
  return <RecordTable caption={caption} columns={[...columns, booked]} rows={lines} rowKey={({ id }) => id} isDense />;
}

const money = "num whitespace-nowrap";
const columns: RecordColumn<BankLine>[] = [
  { header: messages.payer, className: "wrap-anywhere", cell: ({ payer }) => payer || "No name" },
  { header: messages.date, isPlain: true, className: money, cell: ({ booked_on }) => bankDay(booked_on) },
  {
    header: messages.reference,
    isWideOnly: true,
    className: "wrap-anywhere",
    cell: ({ reference }) => <span className="code">{reference}</span>,
  },
  {
    header: messages.amount,
    isBeside: true,
    isRight: true,
    className: money,
    cell: ({ amount_pence }) => signedPence(amount_pence),
  },
];

function Matches({ line, board }: { line: BankLine; board: ClosingBoard }) {
  const { id, payer, matches, other_deal, unidentified_pence, can } = line;
  if (other_deal)
    return (
      <InlineLink to={adminPaths.deal(other_deal.deal_id)}>Of {other_deal.company_name}, not of this deal</InlineLink>
    );
  // A match of what is known by now takes this booking back itself.
  const isToMatch = ({ kind, is_reversed }: Match) =>
    kind === "unidentified" && !is_reversed && unidentified_pence > 0 && can.match;
  return (
    <ul className="grid">
      {matches.map((match) => {
        const amount = formatPence(Math.abs(match.amount_pence));
        const returnable = formatPence(match.returnable_pence);
        const isTakenBack = match.kind === "payment_returned" && match.amount_pence < 0;
        const whom = isTakenBack
          ? messages.takenBack(memberName(match.full_name))
          : (match.full_name ?? messages.kinds[match.kind]);
        return (
          <li key={match.id} className="flex flex-wrap items-center gap-x-3">
            <span className={match.is_reversed ? "muted" : undefined}>
              {whom}
              {matches.length > 1 && `, ${amount}`}
              {match.is_reversed && ", taken back"}
            </span>
            {match.reason && <span className="note">{match.reason}</span>}
            {match.returns.map((back) => (
              <span key={back.id} className="note">
                {backWords(back, match.amount_pence)}
              </span>
            ))}
            {isToMatch(match) && <MatchAction line={{ ...line, open_pence: unidentified_pence }} board={board} />}
            {match.can.unmatch && !isToMatch(match) && (
              <ReasonButton
                label="Unmatch"
                labelEnd={`${whom}, ${amount}`}
                isRow
                invalidates={dealMoneyKeys}
                to={`/bank-lines/${id}/unmatch`}
                body={{ match_id: match.id }}
                words={{
                  title: `Take back the booking of ${amount}`,
                  text: "The booking is reversed, and the line waits again. Both stay readable.",
                  submit: "Take it back",
                  busy: messages.matching,
                  done: "Booking taken back",
                }}
              />
            )}
            {match.can.send_back && (
              <ReasonButton
                label="Send back"
                labelEnd={`${messages.payerOf(payer)}, ${returnable}`}
                isRow
                invalidates={dealMoneyKeys}
                to={`/deals/${board.deal_id}/returns`}
                body={{ bank_line_id: id }}
                kind="amount"
                amount={returnable}
                words={{
                  title: `Send ${returnable} back to ${messages.payerOf(payer)}`,
                  text: "Another admin approves it.",
                  submit: "Propose",
                  busy: messages.matching,
                  done: "Payment back proposed",
                }}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

type Match = BankLine["matches"][number];
type Back = Match["returns"][number];

/** "Sent back on 7 Dec 2026"; with its amount where it was a part. */
function backWords({ amount_pence, state, paid_on }: Back, whole: number): string {
  const part = amount_pence === whole ? "" : `${formatPence(amount_pence)}, `;
  return `${part}${paid_on ? `Sent back on ${shortDate(paid_on)}` : `To be sent back. ${outgoingStateLabels[state]}`}`;
}
