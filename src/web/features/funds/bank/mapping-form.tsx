import { bankColumnNames } from "#shared/funds/bank-columns.ts";
import { closingMessages, bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { matchColumnsMessages } from "#shared/tables/messages.ts";
import { exampleCells, type Table } from "#shared/tables/read-table.ts";
import { callApi } from "#web/lib/api.ts";
import { ColumnOptions } from "#web/lib/match-columns.tsx";
import { describeLeftOut } from "#web/lib/open-table.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Form, FormField, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { mappingRules } from "./match-rules.ts";
import {
  type MappingValues,
  mappingFieldOf,
  mappingValuesOf,
  type SavedMapping,
  savedValuesOf,
  toMappingInput,
} from "./match-values.ts";

interface MappingFormProps {
  table: Table;
  /** Of this header, to be corrected. */
  saved?: SavedMapping | undefined;
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
  currency: messages.mappingCurrency,
  state: messages.mappingState,
  fee: messages.mappingFee,
  direction: messages.mappingDirection,
};
const required: readonly string[] = ["date", "payer"];

/** Which column of an unknown file is which. */
export function MappingForm({ table, saved, onSaved, onClose }: MappingFormProps) {
  const { titles: header, hasHeader } = table;
  const form = useApiForm<MappingValues>({
    schema: mappingRules(header),
    defaultValues: saved ? savedValuesOf(saved) : mappingValuesOf(header),
    fieldOfPath: mappingFieldOf,
    firstFocus: "name",
    send: (values) => {
      const input = toMappingInput(values, header);
      return saved ? callApi("PUT", `/bank-mappings/${saved.id}`, input) : callApi("POST", "/bank-mappings", input);
    },
    onSent: () => {
      toast({ title: messages.mappingSaved });
      void onSaved();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(closingMessages.failedToSave, error),
  });
  const values = form.watch();
  const chosen = Object.fromEntries(bankColumnNames.map((name) => [name, header.indexOf(values[name])]));
  const leftOut = describeLeftOut(table, chosen);
  const title = saved ? messages.mappingChange : messages.mappingTitle;
  return (
    <Form form={form} className="grid max-w-3xl gap-4" aria-label={title}>
      <div className="grid gap-1">
        <h3 className="d4">{title}</h3>
        <p className="small muted">
          {saved ? messages.mappingChangeText : messages.mappingText} {!hasHeader && matchColumnsMessages.noHeader}
        </p>
      </div>
      <FormFields form={form}>
        <FormField form={form} name="name" label={messages.mappingName} hint={messages.mappingNameHint}>
          <Input autoComplete="off" maxLength={120} />
        </FormField>
        <div className="grid gap-4 sm:grid-cols-2">
          {bankColumnNames.map((column) => (
            <FormField
              key={column}
              form={form}
              name={column}
              label={labels[column]}
              isOptional={!required.includes(column)}
            >
              <Select>
                <option value="">{required.includes(column) ? messages.chooseTo : messages.mappingNone}</option>
                <ColumnOptions {...distinct(header, exampleCells(table))} optionValue={(title) => title} />
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
      {leftOut && <p className="note wrap-anywhere">{leftOut}</p>}
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

/** Of columns with one title the first counts, and a column without a title cannot be named. */
function distinct(titles: readonly string[], examples: readonly string[]) {
  const places = [...titles.keys()].filter(
    (place) => titles[place] !== "" && titles.indexOf(titles[place] ?? "") === place,
  );
  return {
    titles: places.map((place) => titles[place] ?? ""),
    examples: places.map((place) => examples[place] ?? ""),
  };
}
