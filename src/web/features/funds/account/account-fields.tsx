import { accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { FormField } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Input } from "#web/ui/input.tsx";

export const emptyAccount = { account_name: "", sort_code: "", account_number: "", bank: "" };

interface AccountFieldsProps {
  form: ServerForm;
  /** The prefix is that of the fields' names where they are part of a larger form. */
  prefix: "" | "account." | "collection.";
  isCompanys?: boolean | undefined;
}

export function AccountFields({ form, prefix, isCompanys }: AccountFieldsProps) {
  return (
    <>
      <FormField form={form} name={`${prefix}account_name`} label={messages.account_name}>
        <Input autoComplete="off" maxLength={120} />
      </FormField>
      <FormField form={form} name={`${prefix}sort_code`} label={messages.sort_code}>
        <Input autoComplete="off" inputMode="numeric" className="num" placeholder="00-00-00" />
      </FormField>
      <FormField form={form} name={`${prefix}account_number`} label={messages.account_number}>
        <Input autoComplete="off" inputMode="numeric" className="num" />
      </FormField>
      <FormField form={form} name={`${prefix}bank`} label={messages.bank}>
        <Input autoComplete="off" maxLength={120} />
      </FormField>
      {!isCompanys && (
        <FormField
          form={form}
          name={`${prefix}partner`}
          label={messages.partner}
          hint="Who holds the account for the members. Who holds the shares is the nominee in the settings"
        >
          <Input autoComplete="off" maxLength={120} />
        </FormField>
      )}
    </>
  );
}
