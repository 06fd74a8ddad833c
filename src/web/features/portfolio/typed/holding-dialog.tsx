import { useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useNavigate } from "react-router";
import { z } from "zod";
import { costPence } from "#shared/commitments/share-costs.ts";
import { paths } from "#shared/paths.ts";
import { plainPounds } from "#shared/pence.ts";
import {
  type TypedCompany,
  type TypedHoldingInput,
  typedHoldingInputSchema,
} from "#shared/portfolio/typed-holdings.ts";
import { typedPageMessages as messages } from "#shared/portfolio/typed-holdings-messages.ts";
import { readPrice, readShares } from "#shared/typed-numbers.ts";
import { ActionDialog, type ActionDialogProps, type DialogState } from "#web/lib/action-dialog.tsx";
import { ApiError, callApi } from "#web/lib/api.ts";
import { optionalText, pounds, poundsOrZero, price, shares, typedAs } from "#web/lib/form-codecs.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { ownFigureKeys } from "../portfolio-queries.ts";

interface HoldingDialogProps extends DialogState {
  /** The name is set when another lot of the company is added. */
  companyName?: string;
  companyId?: string;
  holding?: TypedCompany["holdings"][number];
}

const path = "/portfolio/me/typed/holdings";

export function HoldingDialog({ companyName = "", companyId, holding, ...state }: HoldingDialogProps) {
  const navigate = useNavigate();
  // Another window may save meanwhile: who is told of it can save again.
  const [opened, setOpened] = useState(holding?.updated_at);
  /** Opens the company that the holding moved to: the one before may be gone. */
  const change = async (id: string, input: TypedHoldingInput) => {
    const expected_version = opened ?? holding?.updated_at;
    const sent = callApi<{ company_id: string }>("PUT", `${path}/${id}`, { ...input, expected_version });
    const { company_id } = await sent.catch((error) => {
      if (error instanceof ApiError && error.problem.code === "revision_conflict") setOpened(undefined);
      throw error;
    });
    if (company_id !== companyId) navigate(paths.ownCompany(company_id), { replace: true });
  };
  return (
    <TypedDialog
      {...state}
      title={holding ? "Change what you entered" : messages.addTitle}
      text="Shares that you did not buy through the club. Only you and advisers of yours see them; admins do not."
      draft={holding ? `${path}/${holding.id}` : path}
      schema={holdingForm}
      defaultValues={toHoldingValues(companyName, holding)}
      send={(input) => (holding ? change(holding.id, input) : callApi("POST", path, input))}
    >
      {(form) => (
        <>
          <FormField
            form={form}
            name="company_name"
            label="Company"
            hint="Kept apart from shares you hold through the club, even in the same company"
          >
            <Input autoComplete="off" />
          </FormField>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField
              form={form}
              name="shares"
              kind="shares"
              label="Shares"
              hint="Counted after any split: no split changes shares that you enter yourself"
            />
            <FormField form={form} name="share_class" label="Class">
              <Input autoComplete="off" />
            </FormField>
            <NumberField
              form={form}
              name="price"
              kind="price"
              label="Price of a share"
              hint="What you paid, in pounds"
            />
            <CostField form={form} />
            <NumberField
              form={form}
              name="fee_pence"
              kind="pounds"
              label="Fee"
              hint="Leave it empty if there was none"
            />
            <DateField form={form} name="issued_on" label="Issued on" />
            <FormField form={form} name="scheme" label="Tax scheme">
              <Select>
                {Object.entries({ none: "None", SEIS: "SEIS", EIS: "EIS" }).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </FormField>
            {form.watch("scheme") !== "none" && (
              <DateField
                form={form}
                name="certificate_on"
                label="The certificate came on"
                hint="SEIS3 or EIS3; leave it empty while you wait for it"
              />
            )}
          </div>
          <FormField form={form} name="note" label="Note" hint="For yourself">
            <Textarea minimumHeightPx={80} />
          </FormField>
        </>
      )}
    </TypedDialog>
  );
}

const fields = z.object({
  company_name: z.string(),
  shares,
  share_class: z.string(),
  price,
  cost_pence: pounds,
  fee_pence: poundsOrZero,
  scheme: z.codec(z.enum(["none", "SEIS", "EIS"]), z.enum(["SEIS", "EIS"]).nullable(), {
    decode: (choice) => (choice === "none" ? null : choice),
    encode: (scheme) => scheme ?? "none",
  }),
  issued_on: z.string(),
  certificate_on: optionalText,
  note: optionalText,
});
type HoldingValues = z.input<typeof fields>;

/** Shares without relief have no certificate. */
const holdingForm = typedAs(
  fields.transform((input) => ({ ...input, certificate_on: input.scheme && input.certificate_on })),
  typedHoldingInputSchema,
);

const toHoldingValues = (company_name: string, holding?: TypedCompany["holdings"][number]): HoldingValues =>
  holding ? z.encode(fields, { ...holding, company_name }) : { ...emptyHolding, company_name };

const emptyHolding: HoldingValues = {
  company_name: "",
  shares: "",
  share_class: "Ordinary",
  price: "",
  cost_pence: "",
  fee_pence: "",
  scheme: "none",
  issued_on: "",
  certificate_on: "",
  note: "",
};

/** Shares × price, as the control of the cost holds it; null while one of them cannot be read. */
function costInPounds({ shares, price }: Pick<HoldingValues, "shares" | "price">): string | null {
  const count = readShares(shares);
  const perShare = readPrice(price);
  if (!count || !perShare || Number(perShare) === 0) return null;
  return plainPounds(costPence(perShare, count));
}

/** Shares × price until somebody types another cost. */
function CostField({ form }: { form: ServerForm<HoldingValues> }) {
  const [shares, price] = form.watch(["shares", "price"]);
  const proposed = useRef(costInPounds(form.getValues()) ?? "");
  const { change, getValues } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: as shares or price change, not as the form renders
  useEffect(() => {
    const cost = costInPounds({ shares, price });
    if (cost === null || cost === proposed.current) return;
    if (getValues("cost_pence") === proposed.current) change("cost_pence", cost);
    proposed.current = cost;
  }, [shares, price]);
  return (
    <NumberField
      form={form}
      name="cost_pence"
      kind="pounds"
      label="What the shares cost"
      hint="Shares × price, without any fee. It may differ by what the price was rounded, or by 5%"
    />
  );
}

interface TypedDialogProps<Values extends FieldValues, Output>
  extends Omit<ActionDialogProps<Values, Output>, "words" | "invalidates"> {
  title: string;
  text: string;
}

export function TypedDialog<Values extends FieldValues, Output>({
  title,
  text,
  ...action
}: TypedDialogProps<Values, Output>) {
  return (
    <ActionDialog
      {...action}
      words={{
        title,
        text,
        submit: "Save",
        busy: "Saving…",
        done: "Saved. Your figures include it.",
        failed: "Not saved",
      }}
      invalidates={ownFigureKeys}
    />
  );
}
