import "#web/features/funds/funds.css";
import { useQuery } from "@tanstack/react-query";
import { type AnnouncedEnd, announcedMessages } from "#shared/funds/announced-messages.ts";
import { formatPence, formatPrice, withTwoDecimals } from "#shared/pence.ts";
import { adminNameFirst, memberName } from "#shared/people/person-name.ts";
import type { HoldingImport, HoldingImportDetails } from "#shared/portfolio/holding-imports.ts";
import { holdingImportDeskMessages as messages } from "#shared/portfolio/holding-imports-desk-messages.ts";
import { holdingLineKindLabels } from "#shared/portfolio/holding-imports-messages.ts";
import { boughtWords } from "#shared/portfolio/portfolio-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ApiError } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import type { ReasonDialog } from "#web/lib/reason-button.tsx";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { AnnouncedNote, confirmedWords, SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { BlockHead } from "#web/ui/block-head.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { importKeys, importQuery } from "./import-queries.ts";
import { ImportStateBadge } from "./import-state-badge.tsx";

/** A file of earlier holdings, line by line, and what the reader can do with it. */
export function ImportPage({ id, backTo }: { id: string; backTo: string }) {
  const { data: given, error, isPending, refetch } = useQuery(importQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  useOpenedTitle(given?.file_name);
  if (isPending) return <RowSkeletons label={messages.loading} count={4} />;
  if (isMissing)
    return <EmptyState isCard heading="h1" title="There is no such import" text="Its address may not be complete." />;
  if (!given)
    return (
      <EmptyState
        isCard
        heading="h1"
        picture="broken"
        title="The import could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  return (
    // The focus comes here when an action takes its button away.
    <div className="grid gap-8 outline-none" tabIndex={-1}>
      <div>
        <BackLink to={backTo} className="mb-2">
          Earlier holdings
        </BackLink>
        <PartHead
          isRecord
          id="holding-import"
          title={given.file_name}
          above={
            <>
              <ImportStateBadge given={given} />
              {stateWords(given)}
            </>
          }
        >
          <ImportActions given={given} />
        </PartHead>
        <Facts given={given} />
      </div>
      <section aria-labelledby="import-lines">
        <BlockHead id="import-lines" title="Lines" />
        <p className="note mb-3">{messages.asBought}</p>
        <RecordTable
          caption="What the file says, line by line"
          columns={columns}
          rows={given.lines}
          rowKey={({ line_number }) => String(line_number)}
          isDense
        />
      </section>
    </div>
  );
}

function Facts({ given }: { given: HoldingImportDetails }) {
  const { undo, undone_at, obstacle, refused_because } = given;
  const fees = given.lines.reduce((sum, { fee_pence }) => sum + (fee_pence ?? 0), 0);
  return (
    <div className="grid gap-2">
      <p className="muted num">
        {messages.about(given.members, given.lots, given.distributions)}:{" "}
        {messages.totals(given.cost_pence, fees, given.gross_pence)}
      </p>
      {refused_because !== null && <p className="small wrap-anywhere">{messages.because(refused_because)}</p>}
      {undo !== null &&
        (undone_at === null ? (
          <p className="small wrap-anywhere">
            {adminNameFirst(undo.proposed_by_name)} proposes to take this import back, because: {undo.because}
          </p>
        ) : (
          <p className="small wrap-anywhere">{messages.because(undo.because)}</p>
        ))}
      <AnnouncedNote record={given} end={given.state === "proposed" ? "refuses" : "keeps"} />
      <SecondPersonNote record={given} other="A second person has to confirm this: another admin, who may be in it." />
      {obstacle !== null && <p className="note">{messages.obstacles[obstacle]}</p>}
      <p className="note wrap-anywhere">SHA-256 of the file: {given.sha256}</p>
      <p>
        <DownloadButton
          method="GET"
          path={`/holding-imports/${given.id}/file`}
          failed="The file could not be downloaded"
        >
          Download the file
        </DownloadButton>
      </p>
    </div>
  );
}

function stateWords(given: HoldingImportDetails): string {
  if (given.undone_at !== null) return messages.undoneBy(given.undone_by_name, formatDateTime(given.undone_at));
  if (given.refused_at !== null) return messages.refusedBy(given.refused_by_name, formatDateTime(given.refused_at));
  if (given.confirmed_at !== null)
    return messages.confirmedBy(given.confirmed_by_name, formatDateTime(given.confirmed_at));
  return messages.proposedBy(given.proposed_by_name, formatDateTime(given.proposed_at));
}

type Line = HoldingImportDetails["lines"][number];

const columns: RecordColumn<Line>[] = [
  { header: "Line", isRight: true, className: "num", cell: ({ line_number }) => line_number },
  {
    header: "Member",
    className: "wrap-anywhere",
    cell: ({ full_name, email }) => (
      <>
        {memberName(full_name)}
        {email !== null && <span className="note block">{email}</span>}
      </>
    ),
  },
  {
    header: "Company",
    className: "wrap-anywhere",
    cell: ({ company_name, kind, share_class, scheme, uir, certificate_on }) => (
      <>
        {company_name}
        <span className="note block">
          {[kind === "distribution" ? holdingLineKindLabels[kind] : share_class, scheme].filter(Boolean).join(", ")}
        </span>
        {uir !== null && <span className="note block">UIR {uir}</span>}
        {certificate_on !== null && <span className="note num block">Certificate of {shortDate(certificate_on)}</span>}
      </>
    ),
  },
  {
    header: "Day",
    className: "num whitespace-nowrap",
    cell: ({ happened_on }) => happened_on !== null && shortDate(happened_on),
  },
  {
    header: "Shares",
    isRight: true,
    className: "num",
    cell: (line) => {
      const bought = boughtWords(line);
      return bought === undefined ? (
        line.shares?.toLocaleString("en-GB")
      ) : (
        <span className="block min-w-40">{bought}</span>
      );
    },
  },
  {
    header: "A share",
    isRight: true,
    className: "num",
    cell: ({ price }) => price !== null && formatPrice(withTwoDecimals(price)),
  },
  {
    header: messages.cost,
    isBeside: true,
    isRight: true,
    className: "num",
    cell: ({ cost_pence, fee_pence }) => (
      <>
        {cost_pence !== null && formatPence(cost_pence)}
        {fee_pence !== null && <span className="note block">Fee {formatPence(fee_pence)}</span>}
      </>
    ),
  },
  {
    header: "Brought",
    isRight: true,
    className: "num",
    cell: ({ gross_pence, costs_pence }) => (
      <>
        {gross_pence !== null && formatPence(gross_pence)}
        {costs_pence !== null && <span className="note block">Costs {formatPence(costs_pence)}</span>}
      </>
    ),
  },
];

function ImportActions({ given }: { given: HoldingImportDetails }) {
  const { id, can } = given;
  const path = `/holding-imports/${id}`;
  return (
    <>
      {can.confirm && (
        <Confirm
          given={given}
          path={`${path}/confirm`}
          words={{
            label: "Confirm",
            title: "Confirm this import?",
            done: "Confirmed. Members are told.",
            end: "refuses",
            text: `${messages.confirmText(given.members, given.cost_pence)} ${announcedMessages.ifHeld}`,
          }}
        />
      )}
      {can.confirm_undo && (
        <Confirm
          given={given}
          path={`${path}/undo/confirm`}
          words={{
            label: "Take it back",
            title: "Take this import back?",
            done: "Taken back. Members are told.",
            end: "keeps",
            text: `Its holdings are gone from members’ portfolios, and they are told. ${announcedMessages.ifHeld}`,
          }}
        />
      )}
      {can.refuse && (
        <Reasoned
          label="Refuse…"
          path={`${path}/refuse`}
          words={{
            title: "Refuse this import",
            text: "Nothing of it is written. The file and its lines stay on record.",
            submit: messages.refuseSubmit,
            busy: messages.refusing,
            done: messages.refusedNow,
            failed: messages.refuseFailed,
          }}
        />
      )}
      {can.refuse_undo && (
        <Reasoned
          label="Keep it…"
          path={`${path}/undo/refuse`}
          words={{
            title: "Keep this import",
            text: "Members go on holding what it says.",
            submit: "Keep it",
            busy: messages.refusing,
            done: "The import is kept",
            failed: messages.refuseFailed,
          }}
        />
      )}
      {can.propose_undo && (
        <Reasoned
          label="Take back…"
          path={`${path}/undo`}
          words={{
            title: "Take this import back",
            text: "Once another admin confirms it, members do not hold these shares any more, and what they recorded as relief for them goes too. The file and its lines stay on record.",
            submit: "Propose it",
            busy: "Proposing…",
            done: "Proposed. Another admin confirms it.",
            failed: "Not proposed",
          }}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  given: HoldingImport;
  path: string;
  words: { label: string; title: string; text: string; done: string; end: AnnouncedEnd };
}

function Confirm({ given: { file_name }, path, words }: ConfirmProps) {
  return (
    <ActionButton<HoldingImport>
      path={path}
      label={words.label}
      labelEnd={file_name}
      busy="Confirming…"
      confirm={{ title: words.title, text: words.text }}
      done={confirmedWords(words.done, words.end)}
      failed="Not confirmed"
      invalidates={importKeys}
    />
  );
}

interface ReasonedProps {
  label: string;
  path: string;
  words: Parameters<typeof ReasonDialog>[0]["words"];
}

function Reasoned({ label, path, words }: ReasonedProps) {
  return <ReasonButton label={label} look="ghost" to={path} invalidates={importKeys} words={words} />;
}
