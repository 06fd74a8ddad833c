import { bankFormatName } from "#shared/funds/bank-files-messages.ts";
import type { BankFile, BankLine, ClosingBoard, confirmedLinesSchema } from "#shared/funds/funds.ts";
import { bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { type LineGrade, lineGradeLabels, lineGrades } from "#shared/funds/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { adminName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { useList } from "#web/lib/use-list.ts";
import { ListView } from "#web/ui/list/list-view.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { Segments } from "#web/ui/segments.tsx";
import { AccountPart } from "../account/account-part.tsx";
import { closingSearch } from "../closing-search.ts";
import { explainLeft } from "../explain-left.ts";
import { sumBothWays } from "../signed-pence.ts";
import { BookedLines } from "./booked-lines.tsx";
import { FeedSection } from "./feed-section.tsx";
import { ImportFile } from "./import-file.tsx";
import { OpenLines } from "./open-lines.tsx";

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
      {files.items?.length === 0 && (
        <p className="note">No bank file is here yet. Choose the file that the bank gives for this account.</p>
      )}
      {board.can.import && <ImportFile dealId={board.deal_id} isFirst={files.items?.length === 0} />}
      {file && show === "open" && <Open board={board} />}
      {file && show === "booked" && <BookedLines board={board} />}
      <FeedSection board={board} />
      <AccountPart board={board} />
    </section>
  );
}

function FileFacts({ file }: { file: BankFile }) {
  const { name, format, lines, new_lines, opening_balance_pence, closing_balance_pence } = file;
  const balance =
    opening_balance_pence === null || closing_balance_pence === null
      ? file.origin === "file" && messages.noBalance
      : messages.balance(formatPence(opening_balance_pence), formatPence(closing_balance_pence));
  return (
    <p className="small muted num wrap-anywhere">
      {name}, read as {bankFormatName(format)}. {messages.newLines(new_lines, lines - new_lines)} {balance}{" "}
      {file.origin === "feed" ? "Read by the feed" : `Imported by ${adminName(file.imported_by_name)}`},{" "}
      {formatDateTime(file.imported_at)}.
    </p>
  );
}

function Open({ board }: { board: ClosingBoard }) {
  const list = useList<BankLine>({
    path: `/deals/${board.deal_id}/bank-lines`,
    parameters: { show: "open" },
    failureMessage: messages.fetchFailed,
  });
  return (
    <ListView list={list} noun="lines" loading={messages.loading} empty={<p className="note">Every line is booked.</p>}>
      {(lines) => (
        <div className="grid gap-5">
          {board.difference_pence < 0 && <LeftUnexplained lines={lines} board={board} />}
          {lineGrades.map((grade) => {
            const rows = lines.filter((line) => line.grade === grade);
            return rows.length > 0 && <Group key={grade} grade={grade} lines={rows} board={board} />;
          })}
        </div>
      )}
    </ListView>
  );
}

/** What makes ledger and bank differ. */
function LeftUnexplained({ lines, board }: { lines: readonly BankLine[]; board: ClosingBoard }) {
  const left = lines.filter(({ grade, open_pence }) => grade === "unknown" && open_pence < 0);
  if (left.length === 0) return null;
  const sum = left.reduce((pence, { open_pence }) => pence - open_pence, 0);
  return (
    <Notice tone="error">
      {messages.leftUnexplained(
        left.map(
          ({ open_pence, payer, booked_on }) =>
            `${formatPence(-open_pence)}, ${payer || "no name"}, ${longDate(booked_on)}`,
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
