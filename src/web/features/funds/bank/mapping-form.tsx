import { closingMessages, bankPartMessages as messages } from "#shared/funds-desk-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { type MappingValues, mappingColumns, mappingFieldOf, toMappingInput } from "./match-values.ts";

interface MappingFormProps {
  header: readonly string[];
  /** Reads the file that it was asked for. */
  onSaved: () => Promise<void>;
  onClose: () => void;
}

const labels = {
  date: messages.mappingDate,
  payer: messages.mappingPayer,
  reference: messages.mappingReference,
  amount: messages.mappingAmount,
  paid_in: messages.mappingIn,
  paid_out: messages.mappingOut,
  balance: messages.mappingBalance,
  id: messages.mappingId,
};
const required: readonly string[] = ["date", "payer"];

/** Which column of an unknown file is which. */
export function MappingForm({ header, onSaved, onClose }: MappingFormProps) {
  const form = useApiForm<MappingValues>({
    schema: () => import("./match-rules.ts").then(({ mappingRules }) => mappingRules(header)),
    defaultValues: {
      name: "",
      date_order: "day_first",
      ...(Object.fromEntries(mappingColumns.map((column) => [column, ""])) as Record<
        (typeof mappingColumns)[number],
        string
      >),
    },
    fieldOfPath: mappingFieldOf,
    firstFocus: "name",
    send: (values) => callApi("POST", "/bank-mappings", toMappingInput(values, header)),
    onSent: () => {
      toast({ title: messages.mappingSaved });
      void onSaved();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(closingMessages.failedToSave, error),
  });
  return (
    <Form form={form} className="grid max-w-3xl gap-4" aria-label={messages.mappingTitle}>
      <div className="grid gap-1">
        <h3 className="d4">{messages.mappingTitle}</h3>
        <p className="small muted wrap-anywhere">
          {messages.mappingText} {header.join(" · ")}
        </p>
      </div>
      <FormFields form={form}>
        <FormField form={form} name="name" label={messages.mappingName} hint={messages.mappingNameHint}>
          <Input autoComplete="off" maxLength={120} />
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          {mappingColumns.map((column) => (
            <FormField
              key={column}
              form={form}
              name={column}
              label={labels[column]}
              isOptional={!required.includes(column)}
            >
              <Select>
                <option value="">{required.includes(column) ? messages.chooseTo : messages.mappingNone}</option>
                {header.map((title) => (
                  <option key={title} value={title}>
                    {title}
                  </option>
                ))}
              </Select>
            </FormField>
          ))}
          <FormField form={form} name="date_order" label={messages.mappingOrder}>
            <Select>
              {Object.entries(messages.orders).map(([order, example]) => (
                <option key={order} value={order}>
                  {example}
                </option>
              ))}
            </Select>
          </FormField>
        </div>
      </FormFields>
      <div className="button-row">
        <SubmitButton form={form} isSmall busyLabel={messages.mappingSaving}>
          {messages.mappingSave}
        </SubmitButton>
        <Button variant="ghost" isSmall onClick={onClose}>
          {closingMessages.cancel}
        </Button>
      </div>
    </Form>
  );
}
