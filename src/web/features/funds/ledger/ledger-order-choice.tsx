import { type LedgerOrder, ledgerOrderHint, ledgerOrderLabels, ledgerOrders } from "#shared/funds/funds-messages.ts";
import { Segments } from "#web/ui/segments.tsx";

interface LedgerOrderChoiceProps {
  order: LedgerOrder;
  onChange: (order: LedgerOrder) => void;
}

/** The bank's order is offered beside the order of booking, to be laid beside its list. */
export function LedgerOrderChoice({ order, onChange }: LedgerOrderChoiceProps) {
  return (
    <Segments
      label="Order"
      value={order}
      options={ledgerOrders.map((value) => ({ value, label: ledgerOrderLabels[value] }))}
      onChange={onChange}
      hint={ledgerOrderHint}
    />
  );
}
