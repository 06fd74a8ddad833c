import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { Act } from "#shared/acts/acts.ts";
import { companyAccountInputSchema } from "#shared/funds/company-account.ts";
import { type CollectionAccounts, collectionAccountInputSchema } from "#shared/funds/funds.ts";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { completionPartMessages } from "#shared/funds/funds-completion-desk-messages.ts";
import { SignDialog } from "#web/features/acts/sign-dialog.tsx";
import { ActionDialog } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import type { ServerForm } from "#web/ui/form/use-server-form.ts";
import { AsInLastDeal, startAccount } from "./account/account-dialog.tsx";
import { AccountFields, emptyAccount } from "./account/account-fields.tsx";
import { collectionAccountsQuery, completionQuery } from "./closing-queries.ts";
import { FeeFields, feeForm, feeValues, shownFee } from "./completion/fee-dialog.tsx";

interface PrepareClosingProps {
  dealId: string;
  label: string;
  variant: ButtonProps["variant"];
  onBegin: () => void;
  onEnd: () => void;
}

/** The dialog asks for all that the closing list lacks; the list is made of it and opened to be signed. */
export function PrepareClosing({ dealId, label, variant, onBegin, onEnd }: PrepareClosingProps) {
  const { data: completion } = useQuery(completionQuery(dealId));
  const { data: accounts } = useQuery(collectionAccountsQuery(dealId));
  const [isOpen, setOpen] = useState(false);
  const [list, setList] = useState<Act>();
  const open = () => {
    onBegin();
    setOpen(true);
  };
  return (
    <>
      <Button variant={variant} busyLabel={isOpen && !(completion && accounts) && "Loading..."} onClick={open}>
        {label}
      </Button>
      {completion && accounts && (isOpen || list) && (
        <Lacking {...{ completion, accounts, label }} isOpen={isOpen} onClose={() => setOpen(false)} onDone={setList} />
      )}
      {list && <SignDialog act={list} isOpen onClose={onEnd} />}
    </>
  );
}

interface LackingProps {
  completion: Completion;
  accounts: CollectionAccounts;
  label: string;
  isOpen: boolean;
  onClose: () => void;
  onDone: (act: Act) => void;
}

function Lacking({ completion, accounts, label, isOpen, onClose, onDone }: LackingProps) {
  const { deal_id, success_fee_bp, success_fee, company_account } = completion;
  const [lacks] = useState({
    collection: !accounts.current && !accounts.entered,
    account: !company_account.current && !company_account.entered,
    fee: success_fee === null && (success_fee_bp ?? 0) > 0,
  });
  return (
    <ActionDialog
      {...{ isOpen, onClose, onDone }}
      invalidates={dealMoneyKeys}
      words={{
        title: label,
        text: "It is saved, and the list is made of it for you to sign. Somebody else of the panel calls a new account back.",
        submit: "Make the list",
        busy: "Making the list...",
        failed: "The list was not made",
      }}
      draft={`/deals/${deal_id}/closing-list`}
      schema={schemaOf(lacks)}
      defaultValues={{ collection: startAccount(accounts.last), account: emptyAccount, fee: feeValues(completion) }}
      fieldOfPath={(path) => fieldOf(path)}
      areErrorsNested
      send={async (given) => {
        if (lacks.collection) await callApi("POST", `/deals/${deal_id}/collection-account`, given.collection);
        if (lacks.account) await callApi("POST", `/deals/${deal_id}/company-account`, given.account);
        if (lacks.fee) await callApi("POST", `/deals/${deal_id}/success-fee`, given.fee);
        return callApi<Act>("POST", `/deals/${deal_id}/acts`, { kind: "closing" });
      }}
    >
      {(form) => (
        <>
          {lacks.collection && (
            <fieldset className="grid gap-5">
              <legend className="field-label mb-1.5">Members pay to</legend>
              {accounts.last && <AsInLastDeal />}
              <AccountFields form={form as unknown as ServerForm} prefix="collection." />
            </fieldset>
          )}
          {lacks.account && (
            <fieldset className="grid gap-5">
              <legend className="field-label mb-1.5">The company is paid to</legend>
              <AccountFields form={form as unknown as ServerForm} prefix="account." isCompanys />
            </fieldset>
          )}
          {lacks.fee && (
            <fieldset className="grid gap-5">
              <legend className="field-label mb-1.5">{completionPartMessages.feeTitle}</legend>
              <p className="note">
                {shownFee(success_fee_bp)} Its articles of association at Companies House say whether it may pay it.
              </p>
              <FeeFields form={form as unknown as ServerForm} prefix="fee." />
            </fieldset>
          )}
        </>
      )}
    </ActionDialog>
  );
}

const schemaOf = (lacks: { collection: boolean; account: boolean; fee: boolean }) =>
  z.object({
    collection: lacks.collection ? collectionAccountInputSchema : z.any(),
    account: lacks.account ? companyAccountInputSchema : z.any(),
    fee: lacks.fee ? feeForm : z.any(),
  });

/** The server names the fields of one account, and of the fee. */
const fieldOf = (path: string): string => `${path in emptyAccount ? "account" : "fee"}.${path}`;
