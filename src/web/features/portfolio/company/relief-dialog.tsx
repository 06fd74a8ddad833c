import { z } from "zod";
import { formatPence } from "#shared/pence.ts";
import { incomeTaxReliefPence } from "#shared/portfolio/deal-result.ts";
import { type OwnCompany, reliefRecordSchema } from "#shared/portfolio/portfolio.ts";
import type { ReliefKind } from "#shared/portfolio/portfolio-messages.ts";
import { reliefMessages as messages, ownCompanyMessages } from "#shared/portfolio/portfolio-page-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { pounds, typedAs } from "#web/lib/form-codecs.ts";
import { longDate, percent } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { ownFigureKeys } from "../portfolio-queries.ts";

interface ReliefDialogProps extends DialogState {
  offers: readonly ClaimOffer[];
}

type Lot = OwnCompany["company"]["lots"][number];

/** What may be recorded as claimed, of one lot, or of one loss of it. */
interface ClaimOffer {
  kind: ReliefKind;
  lot: Lot;
  loss?: OwnCompany["losses"][number];
}

/** What is left to record: relief that is not recorded yet, and losses without a claim. */
export const claimOffers = (lots: readonly Lot[], losses: OwnCompany["losses"]): ClaimOffer[] => [
  ...lots.filter(({ relief_left_pence }) => relief_left_pence > 0).map((lot) => ({ kind: "income" as const, lot })),
  ...lots.flatMap((lot) =>
    losses
      .filter(({ lot_id, is_recorded }) => lot_id === lot.id && !is_recorded)
      // Two sales of one day are one claim.
      .filter(({ day }, index, all) => all.findIndex((other) => other.day === day) === index)
      .map((loss) => ({ kind: "loss" as const, lot, loss })),
  ),
];

/** The label names the kind if all offers have the same one; otherwise it is chosen in the form. */
const recordLabel = (offers: readonly ClaimOffer[]): string => {
  const kind = kindOfAll(offers);
  return kind ? messages.record[kind] : "Record a claim";
};

function kindOfAll([first, ...others]: readonly ClaimOffer[]): ReliefKind | undefined {
  return others.every(({ kind }) => kind === first?.kind) ? first?.kind : undefined;
}

/** Opens the form; with what is left after a claim it starts over. */
export const RecordRelief = ({ offers }: { offers: readonly ClaimOffer[] }) => (
  <DialogOpener
    button={(open) => (
      <p className="mt-3">
        <Button variant="outline" isSmall onClick={open}>
          {recordLabel(offers)}
        </Button>
      </p>
    )}
    dialog={(state) => <ReliefDialog key={JSON.stringify(offers)} {...state} offers={offers} />}
  />
);

const offerValue = ({ kind, lot, loss }: ClaimOffer): string => [kind, lot.id, loss?.day ?? ""].join(" ");

const fields = z.object({
  /** The kind, the lot and the day of its loss, as `offerValue` writes them. */
  offer: z.string(),
  claimed_on: z.string(),
  pence: pounds,
  is_carried_back: z.boolean(),
});

const reliefForm = typedAs(
  fields.transform(({ offer, is_carried_back, ...rest }) => {
    const [kind = "", lot_id = "", day = ""] = offer.split(" ");
    return { ...rest, lot_id, kind, lost_on: day || null, is_carried_back: kind === "income" && is_carried_back };
  }),
  reliefRecordSchema,
  { pence: "Please enter an amount such as £4,264.98", claimed_on: "Please enter the day" },
);

function ReliefDialog({ isOpen, onClose, offers }: ReliefDialogProps) {
  const [first] = offers;
  const only = kindOfAll(offers);
  return (
    <ActionDialog
      isOpen={isOpen}
      onClose={onClose}
      words={{
        title: only ? messages.titleOf[only] : "Record what you claimed",
        text: "For your own figures. Only you and advisers of yours see it; admins do not. To claim, you write to HMRC yourself.",
        submit: "Record it",
        busy: "Recording…",
        done: "Recorded. Your figures with reliefs include it.",
        failed: "Not recorded",
      }}
      draft={first && `/portfolio/me/reliefs/${first.lot.id}`}
      schema={reliefForm}
      defaultValues={{
        offer: first ? offerValue(first) : "",
        claimed_on: "",
        pence: "",
        is_carried_back: false,
      }}
      send={(input) => callApi("POST", "/portfolio/me/reliefs", input)}
      invalidates={ownFigureKeys}
    >
      {(form) => {
        const chosen = form.watch("offer");
        const { kind, lot, loss } = offers.find((offer) => offerValue(offer) === chosen) ?? {};
        return (
          <>
            {offers.length > 1 && (
              <FormField form={form} name="offer" label={only ? "Of which shares" : "What you claimed"}>
                <Select>
                  {offers.map((offer) => (
                    <option key={offerValue(offer)} value={offerValue(offer)}>
                      {only ? offerWords(offer) : `${messages.kinds[offer.kind]}, ${offerWords(offer)}`}
                    </option>
                  ))}
                </Select>
              </FormField>
            )}
            <DateField form={form} name="claimed_on" label="On which day" hint="The day you sent the claim" />
            <NumberField
              form={form}
              name="pence"
              kind="pounds"
              label="How much tax"
              hint={kind === "income" ? lot && hintOf(lot) : loss && lossHintOf(loss)}
            />
            {kind === "income" && (
              <Checkbox label="Carried back to the year before" {...form.register("is_carried_back")} />
            )}
          </>
        );
      }}
    </ActionDialog>
  );
}

const lotWords = ({ shares, issued_on }: Lot): string =>
  ownCompanyMessages.lot(shares.toLocaleString("en-GB"), longDate(issued_on));

const offerWords = ({ lot, loss }: ClaimOffer): string =>
  loss
    ? `${lotWords({ ...lot, shares: loss.shares })}, ${loss.kind === "sold" ? "sold on" : "worth nothing since"} ${longDate(loss.day)}`
    : lotWords(lot);

const lossHintOf = ({ loss_pence }: OwnCompany["losses"][number]): string =>
  `The tax that it saved you, not the loss of ${formatPence(loss_pence)}`;

/** Of the shares alone that relief is kept on; where a part of it is recorded, what is left. */
function hintOf({ scheme, cost_pence, relief_left_pence, early_shares }: Lot): string | undefined {
  if (scheme === null) return undefined;
  const pence = incomeTaxReliefPence(scheme, cost_pence);
  if (early_shares > 0 || relief_left_pence < pence)
    return early_shares > 0
      ? `${formatPence(relief_left_pence)} can still be recorded, more if you claimed before you sold; the fee does not count`
      : `${formatPence(relief_left_pence)} can still be recorded; the fee does not count`;
  return `${percent(Math.round((pence / cost_pence) * 100) / 100)} of the cost is ${formatPence(pence)}; the fee does not count`;
}
