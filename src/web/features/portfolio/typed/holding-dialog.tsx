import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import type { TypedCompany, TypedHoldingInput } from "#shared/portfolio/typed-holdings.ts";
import { typedPageMessages as messages } from "#shared/portfolio/typed-page-messages.ts";
import type { DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input, Textarea } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { costInPounds, type HoldingValues, holdingForm, toHoldingValues } from "./holding-form.ts";
import { TypedDialog } from "./typed-dialog.tsx";

interface HoldingDialogProps extends DialogState {
  /** Of another lot of it. */
  companyName?: string;
  companyId?: string;
  holding?: TypedCompany["holdings"][number];
}

const path = "/portfolio/me/typed/holdings";

export function HoldingDialog({ companyName = "", companyId, holding, ...state }: HoldingDialogProps) {
  const navigate = useNavigate();
  /** To the company that it moved to: the one before may be gone. */
  const change = async (id: string, input: TypedHoldingInput) => {
    const { company_id } = await callApi<{ company_id: string }>("PUT", `${path}/${id}`, input);
    if (company_id !== companyId) navigate(paths.ownCompany(company_id), { replace: true });
  };
  return (
    <TypedDialog
      {...state}
      title={holding ? messages.editTitle : messages.addTitle}
      text={messages.text}
      schema={holdingForm}
      defaultValues={toHoldingValues(companyName, holding)}
      send={(input) => (holding ? change(holding.id, input) : callApi("POST", path, input))}
    >
      {(form) => (
        <>
          <FormField form={form} name="company_name" label={messages.company} hint={messages.companyHint}>
            <Input autoComplete="off" />
          </FormField>
          <div className="grid gap-4 sm:grid-cols-2">
            <NumberField form={form} name="shares" kind="shares" label={messages.shares} />
            <FormField form={form} name="share_class" label={messages.shareClass}>
              <Input autoComplete="off" />
            </FormField>
            <NumberField form={form} name="price" kind="price" label={messages.price} hint={messages.priceHint} />
            <CostField form={form} />
            <NumberField form={form} name="fee_pence" kind="pounds" label={messages.fee} hint={messages.feeHint} />
            <FormField form={form} name="issued_on" label={messages.issuedOn}>
              <Input type="date" />
            </FormField>
            <FormField form={form} name="scheme" label={messages.scheme}>
              <Select>
                {Object.entries(messages.schemes).map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </FormField>
            {form.watch("scheme") !== "none" && (
              <FormField
                form={form}
                name="certificate_on"
                label={messages.certificateOn}
                hint={messages.certificateHint}
              >
                <Input type="date" />
              </FormField>
            )}
          </div>
          <FormField form={form} name="note" label={messages.note} hint={messages.noteHint}>
            <Textarea minimumHeightPx={80} />
          </FormField>
        </>
      )}
    </TypedDialog>
  );
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
  return <NumberField form={form} name="cost_pence" kind="pounds" label={messages.cost} hint={messages.costHint} />;
}
