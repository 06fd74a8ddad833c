import { Controller } from "react-hook-form";
import { AccountFields, emptyAccount } from "#web/features/funds/account/account-fields.tsx";
import { callApi } from "#web/lib/api.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { CheckboxField } from "#web/ui/checkbox.tsx";
import { Form, FormFields, SubmitButton } from "#web/ui/form/form.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import type { GivenByLink } from "../company-link/company-link-page.tsx";

interface AccountFormProps extends Omit<GivenByLink<unknown>, "link"> {
  company: string;
}

/** The form keeps no draft: a phone may be somebody else's next. */
export function AccountForm({ token, company, onSent, onRefused }: AccountFormProps) {
  const form = useApiForm({
    schema: () => import("#shared/funds/company-account.ts").then(({ sentAccountRules }) => sentAccountRules),
    defaultValues: { ...emptyAccount, may_give: false },
    fieldOfPath: (path) => path.replace(/^account\./, ""),
    send: ({ may_give, ...account }) => callApi("POST", "/company-account-links/send", { account, may_give, token }),
    onSent,
    onRefused: (error, isAtField) => {
      if (!onRefused(error) && !isAtField) toastFailure("The account was not sent", error);
    },
  });
  return (
    <Form form={form} className="grid gap-5">
      <FormFields form={form}>
        <AccountFields form={form as unknown as ServerForm} prefix="" isCompanys />
        <Controller
          control={form.control}
          name="may_give"
          render={({ field: { value, onChange, ...rest }, fieldState: { error } }) => (
            <CheckboxField
              {...rest}
              label={`This account belongs to ${company}, and I may give it to the club`}
              error={error?.message}
              checked={value}
              onChange={(event) => onChange(event.target.checked)}
            />
          )}
        />
      </FormFields>
      <Notice>
        The club never sends account details by mail, and never asks you to answer a mail with them. Somebody of the
        club rings you about this account before it is paid.
      </Notice>
      <p>
        <SubmitButton form={form} busyLabel="Sending...">
          Send the account
        </SubmitButton>
      </p>
    </Form>
  );
}
