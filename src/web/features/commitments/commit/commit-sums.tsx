import { hasPartsOfPenny, mostCosts, type SharePurchase } from "#shared/commitments/share-costs.ts";
import { counted } from "#shared/counted.ts";
import { partOfPennyWords } from "#shared/funds/difference-words.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { feePercent } from "../commitment-words.ts";

/** Announced once somebody stops. */
const settledMs = 700;

export function CommitSums({ purchase }: { purchase: SharePurchase }) {
  const { shares, costPence, feePence, duePence } = mostCosts(purchase);
  const isMost = hasPartsOfPenny(purchase.price);
  const due = formatPence(duePence);
  const settled = useDebounced(`${counted(shares, "share")}, you send ${due}`, settledMs, "");
  return (
    <div className="grid gap-2">
      <dl className="card commit-sums px-5 py-3 num">
        <div>
          <dt>
            {counted(shares, "share")} at {formatPrice(purchase.price)}
            {isMost && ", at most"}
          </dt>
          <dd>{formatPence(costPence)}</dd>
        </div>
        <div>
          <dt>Fee, {feePercent(purchase.feeBp)}</dt>
          <dd>{formatPence(feePence)}</dd>
        </div>
        <div className="is-total">
          <dt>You send</dt>
          <dd>{due}</dd>
        </div>
      </dl>
      {isMost && <p className="note">{partOfPennyWords}</p>}
      <p className="sr-only" role="status">
        {settled}
      </p>
    </div>
  );
}
