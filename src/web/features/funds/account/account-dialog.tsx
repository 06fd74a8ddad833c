import type { CollectionAccountInput, CollectionAccounts } from "#shared/funds/funds.ts";
import { completionPartMessages } from "#shared/funds/funds-completion-desk-messages.ts";
import { accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { AccountFields, emptyAccount } from "./account-fields.tsx";

const rules = () => import("#shared/funds/funds.ts");
const rulesOfCompany = () => import("#shared/funds/company-account.ts");

interface AccountDialogProps extends DialogState {
  path: string;
  /** Members are called already. */
  isCalled?: boolean;
  /** Of the last deal, which it begins with. */
  last?: CollectionAccounts["last"];
  /** The account is not the partner's, which members pay to. */
  isCompanys?: boolean;
}

type Values = Omit<CollectionAccountInput, "partner"> & { partner?: string };

const words = { title: messages.enter, submit: "Save account", busy: "Saving...", done: "Account entered" };
const wordsOfCompany = {
  ...words,
  title: completionPartMessages.enterAccount,
  text: "The company is paid to it. Two sign it in a list. Where it is new, somebody else of the panel calls the company back.",
};

export function AccountDialog({ path, isCalled, isCompanys, last = null, ...state }: AccountDialogProps) {
  const wordsOfPartner = isCalled
    ? {
        ...words,
        title: messages.change,
        text: "Members who are called already are told that the account changes, and have 24 hours more once two have signed it. Where it is new, somebody else of the panel calls the partner back.",
      }
    : { ...words, text: "Two sign it in a list. Where it is new, somebody else of the panel calls the partner back." };
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
      defaultValues={isCompanys ? emptyAccount : startAccount(last)}
      send={(values) => callApi("POST", path, values)}
    >
      {(form) => (
        <>
          {last && <AsInLastDeal />}
          <AccountFields form={form as unknown as ServerForm} prefix="" isCompanys={isCompanys} />
        </>
      )}
    </ActionDialog>
  );
}

export function startAccount(last: CollectionAccounts["last"]) {
  if (!last) return { ...emptyAccount, partner: "" };
  const { account_name, sort_code, account_number, bank, partner } = last;
  return { account_name, sort_code, account_number, bank, partner };
}

export const AsInLastDeal = () => <p className="note">As in the last deal. Check it against the bank.</p>;
