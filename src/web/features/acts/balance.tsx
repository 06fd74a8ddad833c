import { useQuery } from "@tanstack/react-query";
import type { PartRefusal } from "#shared/acts/act-messages.ts";
import type { Act } from "#shared/acts/acts.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import { useList } from "#web/lib/use-list.ts";
import { actsQuery, nextQuery } from "./act-queries.ts";
import { BalanceForm } from "./balance-form.tsx";

export const waitsForBalance = (acts?: readonly Listed[]): boolean =>
  waitsFor(acts, ["no_balance"]) || balanceDiffers(acts);

export const balanceDiffers = (acts?: readonly Listed[]): boolean => waitsFor(acts, ["balance_differs"]);

type Listed = Pick<Act, "kind" | "state" | "parts">;

const waitsFor = (acts: readonly Listed[] = [], refusals: readonly PartRefusal[]): boolean =>
  acts.some(
    ({ kind, state, parts }) =>
      kind === "closing" &&
      state === "signed" &&
      parts.some(({ part, refusal }) => part === "wire" && refusal !== null && refusals.includes(refusal)),
  );

/** For an admin: the field, or who types it. */
export function Balance({ dealId }: { dealId: string }) {
  const { data: acts } = useQuery(actsQuery(dealId));
  const { data: next } = useQuery(nextQuery(dealId));
  const isAgain = balanceDiffers(acts?.items);
  const isPaidButOwn = next?.act === "balance" && (isAgain || waitsFor(acts?.items, ["not_all_paid"]));
  const request = { path: `/deals/${dealId}/bank-lines`, parameters: { show: "open" } };
  const { items: lines = [] } = useList<BankLine>(request, isPaidButOwn);
  // What waits for somebody else than its payer, and is all that is missing.
  const waiting = lines.filter(({ grade, can }) => grade === "sure" && can.book);
  const completesIt = isPaidButOwn && waiting.length > 0;
  if (!next || !(completesIt || waitsForBalance(acts?.items))) return null;
  // Next may ask for something else, while what was typed can be typed again.
  const isOthers = !completesIt && !isAgain && next.act === null;
  return (
    <section aria-labelledby="balance" className="grid gap-3 outline-none" tabIndex={-1}>
      <h3 id="balance" className="d4">
        Balance at the bank
      </h3>
      {isOthers ? (
        <p className="note">{next.text}</p>
      ) : (
        <BalanceForm dealId={dealId} isAgain={isAgain} waiting={completesIt ? waiting : []} />
      )}
    </section>
  );
}
