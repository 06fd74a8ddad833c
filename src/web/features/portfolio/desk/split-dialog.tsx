import { z } from "zod";
import { formatPrice, withTwoDecimals } from "#shared/pence.ts";
import { type HeldCompanyDetails, shareActionInputSchema } from "#shared/portfolio/portfolio.ts";
import { splitDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import { priceAfter } from "#shared/portfolio/share-actions.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { optionalText, shares, typedAs } from "#web/lib/form-codecs.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

/** The dialog says what the split does to members' holdings before it is sent. */
export function SplitDialog({ company, ...state }: DialogState & { company: HeldCompanyDetails }) {
  const classes = [...new Set(company.rounds.map(({ share_class }) => share_class))];
  return (
    <ActionDialog
      {...state}
      invalidates={shareKeys}
      words={{
        title: "Record a split or a consolidation",
        text: "What members’ shares cost, when they were bought and their reliefs stay. Another admin confirms it.",
        submit: "Propose it",
        busy: "Proposing…",
        done: "Proposed. Another admin confirms it.",
        failed: "Not proposed",
      }}
      draft={`/companies/${company.id}/share-actions`}
      schema={splitForm}
      defaultValues={{ new_shares: "", old_shares: "", share_class: "", effective_on: "", source: "" }}
      send={(input) => callApi("POST", `/companies/${company.id}/share-actions`, input)}
    >
      {(form) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              form={form}
              name="new_shares"
              kind="shares"
              label="New shares"
              hint="Such as 10 in a split of 10 for 1"
            />
            <NumberField
              form={form}
              name="old_shares"
              kind="shares"
              label="For old shares"
              hint="Such as 20 in a consolidation of 1 for 20"
            />
          </div>
          {classes.length > 1 && (
            <FormField form={form} name="share_class" label={messages.shareClass}>
              <Select>
                <option value="">{messages.allClasses}</option>
                {classes.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            </FormField>
          )}
          <DateField
            form={form}
            name="effective_on"
            label="From which day"
            hint="The first day of the new shares. Prices from then on are of a new share"
          />
          <FormField
            form={form}
            name="source"
            label={messages.source}
            hint="Where it can be checked, such as form SH02 at Companies House"
          >
            <Textarea className="field-sizing-content max-h-80" rows={2} />
          </FormField>
          <div aria-live="polite">
            <Effect company={company} values={form.watch()} />
          </div>
        </>
      )}
    </ActionDialog>
  );
}

function Effect({ company, values }: { company: HeldCompanyDetails; values: SplitValues }) {
  const effect = effectOfSplit(company, values);
  if (!effect || effect.before === 0) return null;
  const { before, after, price } = effect;
  const count = (shares: number) => shares.toLocaleString("en-GB");
  return (
    <p className="small num">
      <b className="font-semibold">What it does:</b> {messages.effectShares(count(before), count(after))}{" "}
      {price && `A share worth ${formatPrice(price.before)} is worth ${formatPrice(withTwoDecimals(price.after))}.`}{" "}
      Where a member’s shares do not divide, they get whole shares: the largest parts of a share are made up, and what
      is less than one share for all members together is dropped.
    </p>
  );
}

const fields = z.object({
  new_shares: shares,
  old_shares: shares,
  /** An empty text means every share class. */
  share_class: optionalText,
  effective_on: z.string(),
  source: z.string(),
});
type SplitValues = z.input<typeof fields>;

const splitForm = typedAs(fields, shareActionInputSchema, {
  new_shares: portfolioMessages.wholeShares,
  old_shares: portfolioMessages.wholeShares,
  effective_on: "Please enter the day",
  source: "Please say where it can be checked",
});

interface SplitEffect {
  before: number;
  after: number;
  /** The value is null where earlier rounds are worth different prices. */
  price: { before: string; after: string } | null;
}

/** Of the rounds that were issued before its day, as they stand now; null while something of it is missing. */
function effectOfSplit({ rounds }: HeldCompanyDetails, values: SplitValues): SplitEffect | null {
  const { new_shares, old_shares, share_class, effective_on } = fields.parse(values);
  if (!isPart(new_shares) || !isPart(old_shares) || new_shares === old_shares || effective_on === "") return null;
  const touched = rounds.filter(
    (round) =>
      round.shares_left > 0 &&
      round.issued_on < effective_on &&
      (share_class === null || round.share_class === share_class),
  );
  const ratio = { newShares: BigInt(new_shares), oldShares: BigInt(old_shares) };
  const classes = Map.groupBy(touched, (round) => round.share_class);
  const lefts = [...classes.values()].map((held) => held.reduce((sum, { shares_left }) => sum + shares_left, 0));
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const [price, ...others] = new Set(
    touched.filter(({ worth }) => worth.as_of < effective_on).map(({ worth }) => worth.price),
  );
  return {
    before: sum(lefts),
    after: sum(lefts.map((left) => Number((BigInt(left) * ratio.newShares) / ratio.oldShares))),
    price: price !== undefined && others.length === 0 ? { before: price, after: priceAfter(price, ratio) } : null,
  };
}

const isPart = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= 1_000_000;
