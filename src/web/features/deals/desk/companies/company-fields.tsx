import { z } from "zod";
import { companyMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { companyFields, type companyInputSchema, enquiryFields, withCompanyNumber } from "#shared/deals/deals.ts";
import { listCountries } from "#shared/investor-records/countries.ts";
import { isBlank, orNaN, readYear } from "#shared/typed-numbers.ts";
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
        <FormField form={form} name="name" label="Company">
          <Input autoComplete="off" maxLength={120} />
        </FormField>
        <FormField form={form} name="one_line" label="What it does, in one line" isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <FormField form={form} name="website" label="Website" isOptional>
          <Input type="url" autoComplete="off" placeholder="https://" />
        </FormField>
        <FormField form={form} name="company_number" label="Company number" isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <FormField form={form} name="sector" label="Sector" isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <FormField form={form} name="place" label="Place" isOptional>
          <Input autoComplete="off" maxLength={longest} />
        </FormField>
        <NumberField
          form={form}
          name="founded_year"
          kind="year"
          label="Founded in"
          isOptional
          controlClassName="max-w-28"
        />
        <FormField form={form} name="country" label="Country">
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
        legend="Founders"
        fresh={{ name: "", role: "", email: "", phone: "" }}
        addLabel="Add a founder"
        entryLabel={(number: number) => `Founder ${number}`}
        longest={12}
      >
        {(index) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <FormField form={form} name={`founders.${index}.name`} label="Name">
              <Input autoComplete="off" maxLength={longest} />
            </FormField>
            <FormField form={form} name={`founders.${index}.role`} label="Role" isOptional>
              <Input autoComplete="off" maxLength={longest} />
            </FormField>
            <FormField form={form} name={`founders.${index}.email`} label="Email" isOptional>
              <Input type="email" autoComplete="off" />
            </FormField>
            <FormField form={form} name={`founders.${index}.phone`} label="Phone" isOptional>
              <Input type="tel" autoComplete="off" maxLength={longest} />
            </FormField>
          </div>
        )}
      </RepeatedFields>
    </>
  );
}

/** A year as it is typed. */
const founded_year = z.preprocess((typed) => {
  const text = String(typed ?? "");
  return isBlank(text) ? null : orNaN(readYear(text));
}, z.int(messages.year).min(1600, messages.year).max(2200, messages.year).nullable());

export const companyFormSchema = withCompanyNumber(companyFields.extend({ founded_year }));
export const enquiryFormSchema = withCompanyNumber(enquiryFields.extend({ founded_year }));
