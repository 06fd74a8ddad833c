import "../commitments.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { OwnCommitment, ReconsentInput } from "#shared/commitments/commitments.ts";
import { commitMessages, reconsentMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { sharesFor } from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { dealCostMessages } from "#shared/deals/open-deal-messages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { readPounds } from "#shared/typed-numbers.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { closeDeal } from "#web/lib/gated-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";
import { NumberInput } from "#web/ui/number-input.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { CommitSums } from "../commit/commit-sums.tsx";
import { commitmentChanged, readCommitmentAgain } from "../commitment-queries.ts";
import { amountLike, feePercent, inThousands } from "../commitment-words.ts";

/** Old and new side by side, and three answers of one size; silence keeps nobody in. */
export function Reconsent({ commitment }: { commitment: OwnCommitment }) {
  const { reconsent } = commitment;
  if (!reconsent) return null;
  return <Asked key={reconsent.terms.id} commitment={commitment} reconsent={reconsent} />;
}

type Reconsented = NonNullable<OwnCommitment["reconsent"]>;

interface AskedProps {
  commitment: OwnCommitment;
  reconsent: Reconsented;
}

function Asked({ commitment, reconsent }: AskedProps) {
  const id = useId();
  const [answer, setAnswer] = useState<"change" | "leave">();
  const [acceptsMore, setAcceptsMore] = useState(false);
  const { terms, until, changes, after, exceeds_ceiling } = reconsent;
  const { mutate, isPending, error } = useAnswer(commitment);
  const send = (input: Pick<ReconsentInput, "choice" | "amount_pence">) =>
    mutate({ ...input, terms_id: terms.id, accepts_more: acceptsMore, expected_version: commitment.updated_at });
  const refused = error instanceof ApiError ? error.problem.errors : undefined;
  const messageAt = (path: string) => refused?.find((at) => at.path === path)?.message;
  const [before, time, end] = messages.silence(formatLondonTime(until));
  if (!commitment.can.reconsent)
    return <p className="muted">The time to answer is over: your commitment ends, and you owe nothing.</p>;
  return (
    <section id="deal-commit" className="card deal-commit" aria-labelledby={id}>
      <div className="grid gap-1">
        <h2 className="d3" id={id}>
          The terms changed. Do you still want to commit?
        </h2>
        <p className="muted">
          {before} <b className="text-ink">{time}</b>, {end}
        </p>
      </div>
      <OwnNumbers commitment={commitment} reconsent={reconsent} />
      {changes.length > 0 && <Changes changes={changes} />}
      {exceeds_ceiling && (
        <div className="grid gap-1">
          <p>
            The smallest number of shares now costs {formatPence(after.cost_pence)}, more than your limit of{" "}
            {formatPence(commitment.ceiling_pence)} for the shares. Nothing keeps you in but your own tick.
          </p>
          <Checkbox
            label={`I agree that the shares may cost ${formatPence(after.cost_pence)}.`}
            checked={acceptsMore}
            aria-invalid={messageAt("accepts_more") ? true : undefined}
            aria-describedby={messageAt("accepts_more") && `${id}-more`}
            onChange={(event) => setAcceptsMore(event.target.checked)}
          />
          {messageAt("accepts_more") && (
            <p className="field-error" id={`${id}-more`}>
              <CircleAlert />
              {messageAt("accepts_more")}
            </p>
          )}
        </div>
      )}
      {answer === "change" ? (
        <ReconsentAmount
          commitment={commitment}
          reconsent={reconsent}
          error={messageAt("amount_pence")}
          isSaving={isPending}
          onSave={(amount_pence) => send({ choice: "change", amount_pence })}
          onBack={() => setAnswer(undefined)}
        />
      ) : (
        <div className="commit-answers is-three">
          <Button
            variant="outline"
            busyLabel={isPending && !answer && messages.saving}
            onClick={() => send({ choice: "keep" })}
          >
            Keep with the new terms
          </Button>
          <Button variant="outline" onClick={() => setAnswer("change")}>
            Change amount
          </Button>
          <Button variant="outline" onClick={() => setAnswer("leave")}>
            Leave, owe nothing
          </Button>
        </div>
      )}
      <p className="note">
        All three stand until {formatLondonTime(until)}. Whoever keeps it can still withdraw until the shares are
        allocated.
      </p>
      <ConfirmDialog
        isOpen={answer === "leave"}
        onClose={() => setAnswer(undefined)}
        title={`Leave ${commitment.company_name}?`}
        text="Your commitment ends and you owe nothing. What you have sent comes back in full, any fee included."
        confirmLabel="Leave, owe nothing"
        busyLabel={isPending && messages.saving}
        variant="secondary"
        onConfirm={() => send({ choice: "leave" })}
      />
    </section>
  );
}

function useAnswer({ deal_id, company_name }: OwnCommitment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: ReconsentInput) =>
      callApi<OwnCommitment>("POST", `/open-deals/${deal_id}/commitment/reconsent`, input),
    onSuccess: (saved) => {
      commitmentChanged(client, saved);
      const isLeft = saved.state === "left_on_change";
      const title = isLeft
        ? "You have left. You owe nothing."
        : `You keep your place with ${counted(saved.shares, "share")}.`;
      toast({ title, description: company_name });
    },
    onError: (error) => {
      const isAtField = error instanceof ApiError && (error.problem.errors ?? []).length > 0;
      if (closeDeal(client, deal_id, error) || !isAtField) toastFailure("Your answer was not saved", error);
      if (!isAtField) void readCommitmentAgain(client, deal_id);
    },
  });
}

function OwnNumbers({ commitment, reconsent }: AskedProps) {
  const columns: RecordColumn<ReconsentRow>[] = [
    { header: "Your commitment", cell: ({ label }) => label },
    { header: messages.version(commitment.terms.number), isRight: true, cell: ({ before }) => before },
    { header: messages.version(reconsent.terms.number), isRight: true, cell: ({ after }) => after },
    { header: "Difference", isRight: true, cell: ({ difference }) => difference },
  ];
  return (
    <div className="commit-numbers num">
      <RecordTable
        caption="Your commitment under the old and the new terms"
        columns={columns}
        rows={reconsentRows(commitment, reconsent)}
        rowKey={({ label }) => label}
      />
    </div>
  );
}

function Changes({ changes }: { changes: Reconsented["changes"] }) {
  const columns: RecordColumn<Reconsented["changes"][number]>[] = [
    { header: "Term", className: "commit-change sm:w-1/4 wrap-anywhere", cell: ({ label }) => label },
    {
      header: "Before",
      className: "commit-change sm:w-3/8 wrap-anywhere",
      cell: ({ before }) => <del>{before}</del>,
    },
    {
      header: "After",
      className: "commit-change sm:w-3/8 wrap-anywhere",
      cell: ({ after }) => <ins>{after}</ins>,
    },
  ];
  return (
    <div className="grid gap-2">
      <h3 className="field-label">What changed in the terms</h3>
      <div className="commit-changes">
        <RecordTable
          caption="Terms that changed, before and after"
          columns={columns}
          rows={changes}
          rowKey={({ label }) => label}
        />
      </div>
    </div>
  );
}

interface ReconsentRow {
  label: string;
  before: string;
  after: string;
  difference: string;
  isTotal?: boolean;
}

/** One's own numbers under the accepted and the new terms. */
export function reconsentRows(
  commitment: OwnCommitment,
  { terms, after, least_shares }: NonNullable<OwnCommitment["reconsent"]>,
): ReconsentRow[] {
  const pence = (label: string, before: number, next: number) => ({
    label,
    before: formatPence(before),
    after: formatPence(next),
    difference: signed(next - before, formatPence),
  });
  return [
    {
      label: "Price of a share",
      before: formatPrice(commitment.terms.price),
      after: formatPrice(terms.price),
      difference: priceDifference(commitment.terms.price, terms.price),
    },
    {
      label: "Shares",
      before: inThousands(commitment.shares),
      after: inThousands(after.shares),
      difference: signed(after.shares - commitment.shares, inThousands),
    },
    {
      label: "You accept at least (shares)",
      before: inThousands(commitment.least_shares),
      after: inThousands(least_shares),
      difference: signed(least_shares - commitment.least_shares, inThousands),
    },
    pence("Cost of the shares", commitment.cost_pence, after.cost_pence),
    pence(`Fee, ${feePercent(commitment.fee_bp)}`, commitment.fee_pence, after.fee_pence),
    { ...pence("You send", commitment.due_pence, after.due_pence), isTotal: true },
  ];
}

/** "+£0.04", "−323"; nothing is "£0.00". */
function signed(difference: number, format: (size: number) => string): string {
  const sign = difference === 0 ? "" : difference > 0 ? "+" : "−";
  return `${sign}${format(Math.abs(difference))}`;
}

/** Exact to six decimals, with at least two. */
function priceDifference(before: string, after: string): string {
  const micro = toMicropounds(after) - toMicropounds(before);
  return signed(micro, (size) => formatPrice((size / 1_000_000).toFixed(6).replace(/0+$/, "").replace(/\.$/, "")));
}

const toMicropounds = (price: string): number => Math.round(Number(price) * 1_000_000);

interface ReconsentAmountProps {
  commitment: OwnCommitment;
  reconsent: NonNullable<OwnCommitment["reconsent"]>;
  /** The server's. */
  error: string | undefined;
  isSaving: boolean;
  onSave: (amountPence: number) => void;
  onBack: () => void;
}

/** A penny: what the smallest commitment is, the server says. */
const anyAmount = 1;

function ReconsentAmount({ commitment, reconsent, error, isSaving, onSave, onBack }: ReconsentAmountProps) {
  const { price } = reconsent.terms;
  const [text, setText] = useState(() => formatPounds(commitment.amount_pence));
  const [last, setLast] = useState(commitment.amount_pence);
  const [problem, setProblem] = useState<string>();
  // The server's refusal is said until another amount is typed.
  const [sent, setSent] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  const type = (next: string) => {
    setText(next);
    setProblem(undefined);
    const pence = readPounds(next);
    if (pence) setLast(pence);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const pence = readPounds(text);
    if (!pence) return setProblem(amountLike(last));
    setSent(text);
    if (!isSaving) onSave(pence);
  };
  const note = readPounds(text) ? undefined : dealCostMessages.ofLast(formatPence(last));
  const purchase = { price, shares: sharesFor(price, last, anyAmount), feeBp: commitment.fee_bp };
  return (
    <form className="grid gap-4" noValidate onSubmit={save}>
      <h3 className="d4">Another amount under the new terms</h3>
      <div className="grid max-w-[30rem] gap-4">
        <Field label={commitMessages.amount} error={problem ?? (sent === text ? error : undefined)}>
          <NumberInput
            kind="pounds"
            ref={field}
            className="large-input"
            value={text}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
        {note && <p className="note">{note}</p>}
        <CommitSums purchase={purchase} />
      </div>
      <div className="commit-answers">
        <Button type="submit" variant="outline" busyLabel={isSaving && messages.saving}>
          Keep with {counted(purchase.shares, "share")}
        </Button>
        <Button variant="outline" onClick={onBack}>
          Back to the three answers
        </Button>
      </div>
    </form>
  );
}
