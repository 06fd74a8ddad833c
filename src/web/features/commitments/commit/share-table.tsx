import {
  amountForShares,
  hasPartsOfPenny,
  mostCosts,
  neighbours,
  type SharePurchase,
} from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { partOfPennyWords } from "#shared/funds/cost-difference.ts";
import { formatPence } from "#shared/pence.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Button } from "#web/ui/button.tsx";
import { feePercent, inThousands } from "../commitment-words.ts";

interface ShareTableProps {
  purchase: SharePurchase;
  minimumPence: number;
  /** Of the shares alone. */
  maximumPence: number;
  /** Where the table is not of what is typed. */
  note?: string | undefined;
  /** Types another amount. */
  onStep: (amount: string) => void;
}

/** Announced once somebody stops. */
const settledMs = 700;

/** What is asked for, between one share fewer and one more. */
export function ShareTable({ purchase, minimumPence, maximumPence, note, onStep }: ShareTableProps) {
  const chosen = mostCosts(purchase);
  const { fewer, more: above } = neighbours(purchase, minimumPence);
  const more = amountForShares(purchase.price, above.shares) <= maximumPence ? above : null;
  const rows = [fewer, chosen, more].filter((costs) => costs !== null);
  const settled = useDebounced(
    `${counted(chosen.shares, "share")}, you send ${formatPence(chosen.duePence)}`,
    settledMs,
    "",
  );
  const step = (costs: typeof fewer) => costs && onStep(formatPence(amountForShares(purchase.price, costs.shares)));
  return (
    <div className="grid gap-2">
      {note && <p className="note">{note}</p>}
      <table className="table commit-shares num">
        <caption className="sr-only">What you commit to, with one share fewer and one more</caption>
        <thead>
          <tr>
            <th scope="col">Shares</th>
            <th scope="col">{hasPartsOfPenny(purchase.price) ? "Cost, at most" : "Cost"}</th>
            <th scope="col">Fee, {feePercent(purchase.feeBp)}</th>
            <th scope="col">You send</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ shares, costPence, feePence, duePence }) => (
            <tr key={shares} aria-current={shares === chosen.shares || undefined}>
              <td>{inThousands(shares)}</td>
              <td>{formatPence(costPence)}</td>
              <td>{formatPence(feePence)}</td>
              <td>{formatPence(duePence)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasPartsOfPenny(purchase.price) && <p className="note">{partOfPennyWords}</p>}
      <p className="sr-only" role="status">
        {settled}
      </p>
      <div className="button-row commit-steppers">
        <Button variant="outline" isSmall disabled={!fewer} onClick={() => step(fewer)}>
          One share fewer
        </Button>
        <Button variant="outline" isSmall disabled={!more} onClick={() => step(more)}>
          One share more
        </Button>
      </div>
    </div>
  );
}
