import { useQueryClient } from "@tanstack/react-query";
import { formatPence } from "#shared/pence.ts";
import { incomeTaxReliefPence } from "#shared/portfolio/deal-result.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { reliefMessages as messages, ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate, percent } from "#web/lib/format.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { readPortfolioAgain } from "../portfolio-queries.ts";
import { type ClaimOffer, kindOfAll } from "./claim-offers.ts";
import { offerValue, reliefForm } from "./relief-form.ts";

interface ReliefDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** At least one. */
  offers: readonly ClaimOffer[];
}

type Lot = OwnCompany["company"]["lots"][number];

/** For the member's own figures alone. */
export function ReliefDialog({ isOpen, onClose, offers }: ReliefDialogProps) {
  const [first] = offers;
  const client = useQueryClient();
  const form = useApiForm({
    schema: reliefForm,
    defaultValues: {
      offer: first ? offerValue(first.kind, first.lot.id) : "",
      claimed_on: "",
      pence: "",
      is_carried_back: false,
    },
    send: (input) => callApi("POST", "/portfolio/me/reliefs", input),
    onSent: async () => {
      await readPortfolioAgain(client);
      toast({ title: messages.saved });
      form.reset();
      onClose();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(messages.failed, error),
  });
  const chosen = form.watch("offer");
  const { kind, lot } = offers.find((offer) => offerValue(offer.kind, offer.lot.id) === chosen) ?? {};
  const only = kindOfAll(offers);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={only ? messages.titleOf[only] : messages.title}
      text={messages.text}
      submitLabel={messages.save}
      busyLabel={messages.saving}
      cancelLabel={messages.cancel}
    >
      {offers.length > 1 && (
        <FormField form={form} name="offer" label={only ? messages.lot : messages.offer}>
          <Select>
            {offers.map((offer) => (
              <option key={offerValue(offer.kind, offer.lot.id)} value={offerValue(offer.kind, offer.lot.id)}>
                {only ? lotWords(offer.lot) : messages.offerOf(messages.kinds[offer.kind], lotWords(offer.lot))}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      <FormField form={form} name="claimed_on" label={messages.day} hint={messages.dayHint}>
        <Input type="date" />
      </FormField>
      <NumberField
        form={form}
        name="pence"
        kind="pounds"
        label={messages.amount}
        hint={kind === "income" && lot && hintOf(lot)}
      />
      {kind === "income" && <Checkbox label={messages.carriedBack} {...form.register("is_carried_back")} />}
    </FormDialog>
  );
}

const lotWords = ({ shares, issued_on }: Lot): string =>
  ownCompanyMessages.lot(shares.toLocaleString("en-GB"), longDate(issued_on));

/** Of the shares alone that relief is kept on; where a part of it is recorded, what is left. */
function hintOf({ scheme, cost_pence, relief_left_pence, early_shares }: Lot): string | undefined {
  if (scheme === null) return undefined;
  const pence = incomeTaxReliefPence(scheme, cost_pence);
  if (early_shares > 0 || relief_left_pence < pence) return messages.amountLeft(formatPence(relief_left_pence));
  return messages.amountHint(percent(Math.round((pence / cost_pence) * 100) / 100), formatPence(pence));
}
