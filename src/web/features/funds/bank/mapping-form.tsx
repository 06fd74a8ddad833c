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
  date: "Date",
  payer: "Payer or text",
  reference: "Reference",
  amount: "Amount, with a minus for money out",
  paid_in: "Paid in",
  paid_out: "Paid out",
  balance: "Balance",
  id: "The bank’s own number of the line",
  currency: "Currency: only lines in GBP are read",
  state: "State: only completed payments are read",
  fee: "Fee that comes off the amount",
  direction: "Debit or credit, where amounts have no minus",
};
const required: readonly string[] = ["date", "payer"];

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
      toast({ title: "Columns saved" });
      void onSaved();
    },
    onRefused: (error, isAtField) => isAtField || toastFailure(closingMessages.failedToSave, error),
  });
  const values = form.watch();
  const chosen = Object.fromEntries(bankColumnNames.map((name) => [name, header.indexOf(values[name])]));
  const leftOut = describeLeftOut(table, chosen);
  const title = saved ? messages.mappingChange : "The columns of this file are not known";
  return (
    <Form form={form} className="grid max-w-3xl gap-4" aria-label={title}>
      <div className="grid gap-1">
        <h3 className="d4">{title}</h3>
        <p className="small muted">
          {saved
            ? "This counts for the files that follow. What was imported stays as it is."
            : "Say once which column is which. The next file with the same header is read by itself."}{" "}
          {!hasHeader && matchColumnsMessages.noHeader}
        </p>
      </div>
      <FormFields form={form}>
        <FormField form={form} name="name" label="Name of this format" hint="Such as the bank’s">
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
                <option value="">{required.includes(column) ? messages.chooseTo : "Not in this file"}</option>
                <ColumnOptions {...distinct(header, exampleCells(table))} optionValue={(title) => title} />
              </Select>
            </FormField>
          ))}
          <FormField form={form} name="date_order" label="Dates are written">
            <Select>
              {Object.entries({ day_first: "31/12/2026", month_first: "12/31/2026", year_first: "2026-12-31" }).map(
                ([order, example]) => (
                  <option key={order} value={order}>
                    {example}
                  </option>
                ),
              )}
            </Select>
          </FormField>
        </div>
      </FormFields>
      {leftOut && <p className="note wrap-anywhere">{leftOut}</p>}
      <div className="button-row">
        <SubmitButton form={form} isSmall busyLabel="Saving...">
          Save and read the file
        </SubmitButton>
        <Button variant="ghost" isSmall onClick={onClose}>
          Cancel
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
