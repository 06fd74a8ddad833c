import { useQueryClient } from "@tanstack/react-query";
import { incomeTaxReliefPence } from "#shared/deal-result.ts";
import { formatPence } from "#shared/pence.ts";
import type { OwnCompany } from "#shared/portfolio.ts";
import { reliefKinds } from "#shared/portfolio-messages.ts";
import { reliefMessages as messages, ownCompanyMessages } from "#shared/portfolio-page-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate, percent } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { readPortfolioAgain } from "../portfolio-queries.ts";
import { type ReliefValues, toReliefInput } from "./relief-values.ts";

interface ReliefDialogProps {
  isOpen: boolean;
  onClose: () => void;
  lots: readonly Lot[];
  /** A loss may be claimed too. */
  isLost: boolean;
}

type Lot = OwnCompany["company"]["lots"][number];

/** For the member's own figures alone. */
export function ReliefDialog({ isOpen, onClose, lots, isLost }: ReliefDialogProps) {
  const client = useQueryClient();
  const form = useApiForm<ReliefValues>({
    schema: () => import("./relief-rules.ts").then(({ reliefRules }) => reliefRules),
    defaultValues: {
      lot_id: lots[0]?.id ?? "",
      kind: isLost ? "loss" : "income",
      claimed_on: "",
      pence: "",
      is_carried_back: false,
    },
    send: (values) => callApi("POST", "/portfolio/me/reliefs", toReliefInput(values)),
    onSent: async () => {
      await readPortfolioAgain(client);
      toast({ title: messages.saved });
      form.reset();
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.failed, error),
  });
  const [kind, lotId] = form.watch(["kind", "lot_id"]);
  const lot = lots.find(({ id }) => id === lotId);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={messages.title}
      text={messages.text}
      submitLabel={messages.save}
      busyLabel={messages.saving}
      cancelLabel={messages.cancel}
    >
      {lots.length > 1 && (
        <FormField form={form} name="lot_id" label={messages.lot}>
          <Select>
            {lots.map(({ id, shares, issued_on }) => (
              <option key={id} value={id}>
                {ownCompanyMessages.lot(shares.toLocaleString("en-GB"), longDate(issued_on))}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      {isLost && lot?.scheme && (
        <FormField form={form} name="kind" label={messages.kind}>
          <Select>
            {reliefKinds.map((one) => (
              <option key={one} value={one}>
                {messages.kinds[one]}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      <FormField form={form} name="claimed_on" label={messages.day} hint={messages.dayHint}>
        <Input type="date" />
      </FormField>
      <FormField form={form} name="pence" label={messages.amount} hint={kind === "income" && lot && hintOf(lot)}>
        <Input inputMode="decimal" autoComplete="off" />
      </FormField>
      {kind === "income" && <Checkbox label={messages.carriedBack} {...form.register("is_carried_back")} />}
    </FormDialog>
  );
}

function hintOf({ scheme, cost_pence }: Lot): string | undefined {
  if (scheme === null) return undefined;
  const pence = incomeTaxReliefPence(scheme, cost_pence);
  return messages.amountHint(percent(Math.round((pence / cost_pence) * 100) / 100), formatPence(pence));
}
