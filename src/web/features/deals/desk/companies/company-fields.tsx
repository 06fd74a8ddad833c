import type { z } from "zod";
import { companyMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { companyInputSchema } from "#shared/deals/deals.ts";
import { listCountries } from "#shared/investor-records/countries.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

export type CompanyValues = z.output<typeof companyInputSchema>;

export const emptyCompany: CompanyValues = {
  name: "",
  one_line: "",
  website: "",
  company_number: "",
  sector: "",
  place: "",
  founded_year: null,
  country: "GB",
  founders: [],
};

const countries = listCountries();
const longest = 200;

export function CompanyFields({ form }: { form: ServerForm<CompanyValues> }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label={messages.name}>
          <Input autoComplete="off" maxLength={120} />
        </FormField>
        <FormField form={form} name="one_line" label={messages.oneLine} isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <FormField form={form} name="website" label={messages.website} isOptional>
          <Input type="url" autoComplete="off" placeholder="https://" />
        </FormField>
        <FormField form={form} name="company_number" label={messages.companyNumber} isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <FormField form={form} name="sector" label={messages.sector} isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <FormField form={form} name="place" label={messages.place} isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <NumberField
          form={form}
          name="founded_year"
          kind="year"
          label={messages.foundedYear}
          isOptional
          controlClassName="max-w-28"
        />
        <FormField form={form} name="country" label={messages.country}>
          <Select>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </FormField>
      </div>
      <RepeatedFields
        form={form}
        name="founders"
        legend={messages.founders}
        fresh={{ name: "", role: "", email: "", phone: "" }}
        addLabel={messages.addFounder}
        entryLabel={messages.founder}
        longest={12}
      >
        {(index) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField form={form} name={`founders.${index}.name`} label={messages.founderName}>
              <Input autoComplete="off" maxLength={longest} />
            </FormField>
            <FormField form={form} name={`founders.${index}.role`} label={messages.founderRole} isOptional>
              <Input autoComplete="off" maxLength={longest} />
            </FormField>
            <FormField form={form} name={`founders.${index}.email`} label={messages.founderEmail} isOptional>
              <Input type="email" autoComplete="off" />
            </FormField>
            <FormField form={form} name={`founders.${index}.phone`} label={messages.founderPhone} isOptional>
              <Input type="tel" autoComplete="off" maxLength={longest} />
            </FormField>
          </div>
        )}
      </RepeatedFields>
    </>
  );
}
