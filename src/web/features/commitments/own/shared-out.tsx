import "../commitments.css";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type CSSProperties, type FormEvent, useState } from "react";
import { commitmentCases, factsOfPage } from "#shared/commitments/commitment-cases.ts";
import { commitmentMessages } from "#shared/commitments/commitment-messages.ts";
import type { OwnAllocation, OwnCommitment } from "#shared/commitments/commitments.ts";
import { allocationMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { costPence, shareCosts } from "#shared/commitments/share-costs.ts";
import { sharesForBand } from "#shared/commitments/share-out.ts";
import { counted } from "#shared/counted.ts";
import { partDifferenceWords } from "#shared/funds/difference-words.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { numberKinds, readShares } from "#shared/typed-numbers.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ownAllocationQuery, readCommitmentAgain } from "../commitment-queries.ts";
import { feePercent, inThousands } from "../commitment-words.ts";

interface SharedOutProps {
  commitment: OwnCommitment;
  /** Something that counts more by now stands above. */
  isBelow?: boolean;
}

/** What was asked for, what there is, and why. */
export function SharedOut({ commitment, isBelow }: SharedOutProps) {
  const { data, error, isPending, refetch } = useQuery(ownAllocationQuery(commitment.id));
  if (isPending) return <RowSkeletons label="Loading how the shares were allocated" count={3} />;
  // A round of before the club kept how its shares were allocated.
  if (isBelow && error instanceof ApiError && error.problem.code === "not_found") return null;
  if (!data) return <SectionFailed text="How the shares were allocated could not be loaded." onRetry={refetch} />;
  if (isBelow) {
    return (
      <section className="grid gap-4" aria-labelledby="commit-result">
        <Outcome allocation={data} commitment={commitment} isBelow />
        <Breakdown allocation={data} commitment={commitment} isOpen={false} />
      </section>
    );
  }
  return (
    <div className="commit-aside">
      <section className="grid content-start gap-6" aria-labelledby="commit-result">
        <Outcome allocation={data} commitment={commitment} />
        <ShareBar allocation={data} />
        <TopUp commitment={commitment} />
        <Breakdown allocation={data} commitment={commitment} isOpen />
      </section>
      <Send allocation={data} commitment={commitment} />
    </div>
  );
}

interface OfAllocation {
  allocation: OwnAllocation;
}

function Outcome({ allocation, commitment, isBelow }: OfBoth & { isBelow?: boolean }) {
  const { shares, round, changes, confirmed_at } = allocation;
  const Heading = isBelow ? "h3" : "h2";
  const given = givenShares(allocation);
  const facts = factsOfPage(commitment, null, round, serverNow());
  const [asWorkedOut, times] = commitmentCases.allocated.words(facts);
  const words =
    shares !== given && given > 0 ? takenWords(allocation, given, commitment.state === "completed") : asWorkedOut;
  return (
    <div className="grid justify-items-start gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="live">Final</Badge>
        <span className="note">{formatLondonTime(confirmed_at)}. Signed for the club</span>
      </p>
      <Heading className={isBelow ? "d4" : "commit-title"} id="commit-result">
        {words}
      </Heading>
      <p className="muted max-w-(--measure)">
        {times}{" "}
        {changes.length === 0
          ? "The rule stood in the terms that you accepted, and nobody changed a line by hand."
          : "The rule stood in the terms that you accepted. What admins changed by hand stands below, with the reason."}
      </p>
    </div>
  );
}

/** @param isOver sold or split since, these may be other shares than one has now. */
function takenWords({ asked_shares, shares }: OwnAllocation, given: number, isOver: boolean): string {
  const taken =
    shares > given
      ? ` and took ${inThousands(shares - given)} more`
      : ` and ${isOver ? "kept" : "keep"} ${inThousands(shares)}`;
  const course = `You asked for ${inThousands(asked_shares)}, got ${inThousands(given)}${taken}`;
  if (!isOver) return `You now have ${counted(shares, "share")}. ${course}.`;
  return shares > given ? `${course}: ${counted(shares, "share")} in all.` : `${course}.`;
}

/** The number in pieces of a stick; the words carry it. */
function ShareBar({ allocation }: OfAllocation) {
  const { base, priority, rest, shares, unfilled_shares, asked_shares } = allocation;
  const workedOut = base + priority + rest;
  // Pieces are named only where they add up.
  const isWorkedOut = givenShares(allocation) === workedOut && shares >= workedOut;
  const pieces = isWorkedOut
    ? [
        { className: "is-base", count: base, label: `${inThousands(base)}, the minimum` },
        { className: "is-priority", count: priority, label: `${inThousands(priority)}, priority` },
        { className: "is-rest", count: rest, label: `${inThousands(rest)}, from the shares left after that` },
        { className: "is-later", count: shares - workedOut, label: `${inThousands(shares - workedOut)}, taken later` },
      ].filter(({ count }) => count > 0)
    : [{ className: "is-rest", count: shares, label: "" }];
  const sized = (count: number) => ({ "--part": count / asked_shares }) as CSSProperties;
  return (
    <div className="commit-bar">
      <p>
        <b>{counted(shares, "share")}</b>
        {unfilled_shares > 0 && <span>{inThousands(unfilled_shares)} not filled</span>}
      </p>
      <div aria-hidden="true">
        {pieces.map(({ className, count }) => (
          <i key={className} className={className} style={sized(count)} />
        ))}
        {unfilled_shares > 0 && <i style={sized(unfilled_shares)} />}
      </div>
      <ul hidden={!isWorkedOut}>
        {pieces.map(({ className, label }) => (
          <li key={className} className={className}>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface OfBoth extends OfAllocation {
  commitment: OwnCommitment;
}

function Breakdown({ allocation, commitment, isOpen }: OfBoth & { isOpen: boolean }) {
  const { changes } = allocation;
  return (
    <>
      <details className="commit-fold" open={isOpen}>
        <summary>How your number came about</summary>
        <dl className="commit-sums num">
          {allocationRows(allocation, capacityOf(allocation, commitment.terms.price), commitment.terms.price).map(
            ({ label, value, isTotal }) => (
              <div key={label} className={isTotal ? "is-total" : undefined}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
      </details>
      {changes.length > 0 && <AllocationChanges changes={changes} />}
    </>
  );
}

type Change = OwnAllocation["changes"][number];

const columns: RecordColumn<Change>[] = [
  { header: "Member", cell: ({ number, is_own }) => (is_own ? "You" : `Member ${number}`) },
  { header: "Worked out", isRight: true, className: "num", cell: ({ from_shares }) => inThousands(from_shares) },
  { header: "Given", isBeside: true, isRight: true, className: "num", cell: ({ to_shares }) => inThousands(to_shares) },
  {
    header: "Reason",
    className: "@min-[40rem]:w-1/2 wrap-anywhere",
    cell: ({ reason }) => <span dir="auto">{reason}</span>,
  },
];

/** Everybody in the round reads the same reasons. */
function AllocationChanges({ changes }: { changes: OwnAllocation["changes"] }) {
  return (
    <div className="grid gap-2">
      <h3 className="d4">Changed by hand</h3>
      <RecordTable
        caption="Lines that admins changed by hand, with their reasons"
        columns={columns}
        rows={changes}
        rowKey={({ number }) => String(number)}
      />
    </div>
  );
}

const capacityOf = ({ round }: OwnAllocation, price: string): number => costPence(price, round.capacity_shares);

function Send({ allocation: { shares, cost_pence, fee_pence, due_pence }, commitment }: OfBoth) {
  const difference = partDifferenceWords({ price: commitment.terms.price, shares, cost_pence });
  return (
    <aside className="card commit-send" aria-labelledby="commit-send">
      <h3 className="d4" id="commit-send">
        What you will send
      </h3>
      <dl className="commit-sums num">
        <div>
          <dt>
            {counted(shares, "share")} at {formatPrice(commitment.terms.price)}
          </dt>
          <dd>{formatPence(cost_pence)}</dd>
        </div>
        <div>
          <dt>Fee, {feePercent(commitment.fee_bp)}</dt>
          <dd>{formatPence(fee_pence)}</dd>
        </div>
        <div className="is-total">
          <dt>Due</dt>
          <dd>{formatPence(due_pence)}</dd>
        </div>
      </dl>
      {difference && <p className="note">{difference}</p>}
      <p className="note">Not yet. You are told when and how to pay.</p>
    </aside>
  );
}

interface AllocationRow {
  label: string;
  value: string;
  isTotal?: boolean;
}

/** How one's own number came about, line by line. */
export function allocationRows(allocation: OwnAllocation, capacityPence: number, price: string): AllocationRow[] {
  const { shares, base, priority, rest, method, round } = allocation;
  const left = round.capacity_shares - round.base_shares;
  const hasPriority = round.priority_share_percent > 0 && round.priority_shares > 0;
  const rows: [label: string, count: number][] = [
    [`Shares the club could take, ${formatPence(capacityPence)} at ${formatPrice(price)}`, round.capacity_shares],
    [`Everybody’s minimum, ${inThousands(round.members)} × ${inThousands(round.minimum_shares)}`, round.base_shares],
  ];
  if (hasPriority) {
    const pool = `Priority, ${round.priority_share_percent}% of the ${inThousands(left)} left`;
    const most = sharesForBand({ left, prioritySharePercent: round.priority_share_percent });
    const all = `; members with priority asked for fewer than its ${inThousands(most)}`;
    rows.push([round.priority_shares < most ? `${pool}${all}` : pool, round.priority_shares]);
  }
  if (priority > 0) rows.push(["Of these, for you", priority]);
  rows.push([messages.restPool[method], round.rest_shares], ["Of these, for you", rest]);
  const workedOut = base + priority + rest;
  const given = givenShares(allocation);
  const totals: [label: string, count: number][] = [[`With your minimum of ${inThousands(base)}`, workedOut]];
  if (given !== workedOut) totals.push(["As changed by hand", given]);
  if (shares !== given)
    totals.push([shares > given ? "With the freed shares you took" : "With fewer, as too little arrived", shares]);
  return [
    ...rows.map(([label, count]) => ({ label, value: inThousands(count) })),
    ...totals.map(([label, count]) => ({ label, value: inThousands(count), isTotal: true })),
  ];
}

/** When shares were allocated: what was worked out, unless an admin changed it. */
const givenShares = ({ base, priority, rest, changes }: OwnAllocation): number =>
  changes.find(({ is_own }) => is_own)?.to_shares ?? base + priority + rest;

/** Shares that became free, where some are for the reader. */
export function TopUp({ commitment }: { commitment: OwnCommitment }) {
  const { data } = useQuery(ownAllocationQuery(commitment.id));
  if (!data?.top_up) return null;
  return <Offered key={data.top_up.id} commitment={commitment} topUp={data.top_up} />;
}

interface OfferedProps {
  commitment: OwnCommitment;
  topUp: NonNullable<OwnAllocation["top_up"]>;
}

function Offered({ commitment, topUp }: OfferedProps) {
  const { id, closes_at, taken_shares, least_shares, available_shares, can } = topUp;
  const client = useQueryClient();
  const [text, setText] = useState(() => String(available_shares));
  const [problem, setProblem] = useState<string>();
  const isReserved = Date.parse(closes_at) > serverNow().getTime();
  const { mutate, isPending } = useMutation({
    mutationFn: (shares: number) =>
      callApi<OwnAllocation>("POST", `/commitments/${commitment.id}/top-up`, { top_up_id: id, shares }),
    onSuccess: (_, shares) =>
      toast({
        title: `${counted(shares, "more share")} ${shares === 1 ? "is" : "are"} yours`,
        description: commitment.company_name,
      }),
    onError: (error) => {
      const at = error instanceof ApiError ? error.problem.errors?.find(({ path }) => path === "shares") : undefined;
      if (at) setProblem(at.message);
      else toastFailure("Not taken", error);
    },
    onSettled: () => readCommitmentAgain(client, commitment.deal_id),
  });
  const shares = readShares(text);
  const take = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (shares === null) setProblem(numberKinds.shares.problem);
    else if (shares < least_shares) setProblem(`At least ${counted(least_shares, "share")}`);
    else if (shares > available_shares) setProblem(commitmentMessages.topUpTooMany(inThousands(available_shares)));
    else mutate(shares);
  };
  const more = shares && shares <= available_shares ? costOf(commitment, shares) : undefined;
  return (
    <section className="grid gap-4" aria-label={messages.topUp}>
      <Notice tone="warning" title={`${messages.topUp}.`}>
        {isReserved
          ? `${inThousands(available_shares)} are kept for you until ${formatLondonTime(closes_at)}. After that whoever comes first gets them.`
          : `${inThousands(available_shares)} are free, for whoever comes first.`}{" "}
        {taken_shares > 0 && `You have taken ${inThousands(taken_shares)}.`}
      </Notice>
      {can.take && (
        <form className="form-row" noValidate onSubmit={take}>
          <Field
            label="How many you take"
            hint={
              more ??
              `From ${inThousands(least_shares)} to ${inThousands(available_shares)}. You owe nothing if you take none.`
            }
            error={problem}
          >
            <NumberInput
              kind="shares"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
          <Button type="submit" variant="outline" busyLabel={isPending && "Taking…"}>
            Take these shares
          </Button>
        </form>
      )}
    </section>
  );
}

function costOf({ terms, fee_bp }: OwnCommitment, shares: number): string {
  const { costPence, duePence } = shareCosts({ price: terms.price, shares, feeBp: fee_bp });
  return messages.takeCosts(
    formatPence(costPence),
    fee_bp > 0 ? `the fee of ${feePercent(fee_bp)}` : "no fee",
    formatPence(duePence),
  );
}
