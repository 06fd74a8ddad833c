import { Controller } from "react-hook-form";
import { withTwoDecimals } from "#shared/pence.ts";
import { farPriceWords } from "#shared/portfolio/far-price.ts";
import { type EnteredPrice, worthOfRound } from "#shared/portfolio/held-rounds.ts";
import type { HeldCompanyDetails } from "#shared/portfolio/portfolio.ts";
import { priceDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import { enteredPriceBases, impairedPercents, priceBasisLabels } from "#shared/portfolio/portfolio-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { shareKeys } from "#web/lib/query-keys.ts";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { effectWords, isTyped, type PriceValues, priceForm, toEntered } from "./price-form.ts";

const empty: PriceValues = {
  basis: "last_round",
  share_class: "",
  as_of: "",
  price: "",
  is_far_meant: false,
  impaired_percent: "50",
  source: "",
  shares_in_issue: "",
};

/** The basis decides what is asked. What it does to what members hold is said before it is sent. */
export function PriceDialog({ company, ...state }: DialogState & { company: HeldCompanyDetails }) {
  const classes = [...new Set(company.rounds.map(({ share_class }) => share_class))];
  return (
    <ActionDialog
      {...state}
      invalidates={shareKeys}
      words={{
        title: "Enter a price of a share",
        text: "Another admin confirms it. Where one of you holds shares, a higher price needs its document and takes effect 24 hours later.",
        submit: "Enter it",
        busy: "Entering…",
        done: "Entered. Another admin confirms it.",
        failed: "Not entered",
      }}
      draft={`/companies/${company.id}/valuations`}
      schema={priceForm}
      defaultValues={empty}
      send={(input) => callApi("POST", `/companies/${company.id}/valuations`, input)}
    >
      {(form) => {
        const values = form.watch();
        const entered = toEntered(values);
        const far = entered && isTyped(values.basis) ? farPriceWords(entered.price, lastPrice(company, entered)) : null;
        return (
          <>
            <FormField form={form} name="basis" label={messages.basis} hint={basisHint(values)}>
              <Select>
                {enteredPriceBases.map((basis) => (
                  <option key={basis} value={basis}>
                    {priceBasisLabels[basis]}
                  </option>
                ))}
              </Select>
            </FormField>
            <div className="grid gap-4 sm:grid-cols-2">
              <DateField
                form={form}
                name="as_of"
                label="From which day"
                hint="The day on which it was paid, offered or known"
              />
              {isTyped(values.basis) && (
                <NumberField
                  form={form}
                  name="price"
                  kind="price"
                  label="Price of a share"
                  hint="In pounds, with up to six decimals, such as 2.48"
                />
              )}
              {values.basis === "impaired" && (
                <FormField form={form} name="impaired_percent" label="How much less">
                  <Select>
                    {impairedPercents.map((percent) => (
                      <option key={percent} value={percent}>
                        {messages.percentLess(percent)}
                      </option>
                    ))}
                  </Select>
                </FormField>
              )}
            </div>
            {far && (
              <Controller
                control={form.control}
                name="is_far_meant"
                render={({ field: { value, onChange, ...rest }, fieldState: { error } }) => (
                  <CheckboxField
                    {...rest}
                    label={`${far} Tick this if it is right.`}
                    error={error?.message}
                    checked={value}
                    onChange={(event) => onChange(event.target.checked)}
                  />
                )}
              />
            )}
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
            <FormField
              form={form}
              name="source"
              label={messages.source}
              hint="Where it can be checked, such as a filing at Companies House or the liquidator’s letter"
            >
              <Textarea className="field-sizing-content max-h-80" rows={2} />
            </FormField>
            <NumberField
              form={form}
              name="shares_in_issue"
              kind="shares"
              label="Shares in issue"
              hint="Of the whole company, where it is known: members see their part of it"
              isOptional
            />
            <div aria-live="polite">
              {entered && (
                <p className="small num">
                  <b className="font-semibold">What it does:</b> {effectWords(company, entered).join(" ")}
                </p>
              )}
            </div>
          </>
        );
      }}
    </ActionDialog>
  );
}

/** The lowest of what a share of the class is worth on that day, as the server compares it. */
function lastPrice(company: HeldCompanyDetails, { share_class, as_of }: EnteredPrice): string | null {
  const prices = company.rounds
    .filter((round) => (share_class === null || round.share_class === share_class) && round.issued_on <= as_of)
    .map((round) => worthOfRound(company.id, round, company.prices, as_of, company).price_now);
  const [lowest] = prices.toSorted((one, other) => Number(one) - Number(other));
  return lowest === undefined ? null : withTwoDecimals(lowest);
}

const basisHint = ({ basis }: PriceValues): string => messages.basisHint[basis];
