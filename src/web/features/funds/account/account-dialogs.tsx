import type { CollectionAccount, CollectionAccountInput } from "#shared/funds/funds.ts";
import { completionPartMessages } from "#shared/funds/funds-completion-desk-messages.ts";
import { accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { Input, Textarea } from "#web/ui/input.tsx";

const rules = () => import("#shared/funds/funds.ts");
const rulesOfCompany = () => import("#shared/funds/funds-completion.ts");

interface AccountDialogProps extends DialogState {
  path: string;
  /** Members are called already. */
  isCalled?: boolean;
  /** Not the partner's, which members pay to. */
  isCompanys?: boolean;
}

type Values = Omit<CollectionAccountInput, "partner"> & { partner?: string };

const words = { title: messages.enter, submit: "Save for confirmation", busy: "Saving...", done: "Account entered" };
const wordsOfCompany = {
  ...words,
  title: completionPartMessages.enterAccount,
  text: "The company is paid to it. Another admin calls the company back and confirms it.",
};

export function AccountDialog({ path, isCalled, isCompanys, ...state }: AccountDialogProps) {
  const wordsOfPartner = isCalled
    ? {
        ...words,
        title: messages.change,
        text: "Members who are called already are told that the account changes, and have 24 hours more from its confirmation on.",
      }
    : words;
  const empty = { account_name: "", sort_code: "", account_number: "", bank: "" };
  return (
    <ActionDialog<Values>
      invalidates={dealMoneyKeys}
      {...state}
      words={isCompanys ? wordsOfCompany : wordsOfPartner}
      draft={path}
      schema={() =>
        isCompanys
          ? rulesOfCompany().then(({ companyAccountInputSchema }) => companyAccountInputSchema)
          : rules().then(({ collectionAccountInputSchema }) => collectionAccountInputSchema)
      }
      defaultValues={isCompanys ? empty : { ...empty, partner: "" }}
      send={(values) => callApi("POST", path, values)}
    >
      {(form) => (
        <>
          <FormField form={form} name="account_name" label={messages.account_name}>
            <Input autoComplete="off" maxLength={120} />
          </FormField>
          <FormField form={form} name="sort_code" label={messages.sort_code}>
            <Input autoComplete="off" inputMode="numeric" className="num" placeholder="00-00-00" />
          </FormField>
          <FormField form={form} name="account_number" label={messages.account_number}>
            <Input autoComplete="off" inputMode="numeric" className="num" />
          </FormField>
          <FormField form={form} name="bank" label={messages.bank}>
            <Input autoComplete="off" maxLength={120} />
          </FormField>
          {!isCompanys && (
            <FormField
              form={form}
              name="partner"
              label={messages.partner}
              hint="Who holds the account for the members. Who holds the shares is the nominee in the settings"
            >
              <Input autoComplete="off" maxLength={120} />
            </FormField>
          )}
        </>
      )}
    </ActionDialog>
  );
}

interface ConfirmAccountDialogProps extends DialogState {
  path: string;
  account: Pick<CollectionAccount, "id" | "account_name" | "sort_code" | "account_number">;
}

export function ConfirmAccountDialog({ path, account, ...state }: ConfirmAccountDialogProps) {
  const { id, account_name, sort_code, account_number } = account;
  return (
    <ActionDialog<{ call_back_note: string }>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: messages.confirm,
        text: `${account_name}, ${sort_code}, ${account_number}`,
        submit: messages.confirm,
        busy: "Confirming...",
        done: "Account confirmed",
      }}
      schema={() =>
        rules().then(({ collectionAccountConfirmSchema }) =>
          collectionAccountConfirmSchema.pick({ call_back_note: true }),
        )
      }
      defaultValues={{ call_back_note: "" }}
      send={(values) => callApi("POST", `${path}/confirm`, { id, ...values })}
    >
      {(form) => (
        <FormField
          form={form}
          name="call_back_note"
          label="Whom you called back, and where the number is from"
          hint="Not the number in the message that told you of the account."
        >
          <Textarea className="field-sizing-content max-h-80" rows={3} />
        </FormField>
      )}
    </ActionDialog>
  );
}
