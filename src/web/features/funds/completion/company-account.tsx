import { lazy } from "react";
import type { Completion } from "#shared/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds-completion-desk-messages.ts";
import { accountPartMessages } from "#shared/funds-desk-messages.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { DialogOpener } from "../dialog-opener.tsx";

const AccountDialog = lazy(() =>
  import("../account/account-dialogs.tsx").then((file) => ({ default: file.AccountDialog })),
);
const ConfirmAccountDialog = lazy(() =>
  import("../account/account-dialogs.tsx").then((file) => ({ default: file.ConfirmAccountDialog })),
);

type CompanyAccount = NonNullable<Completion["company_account"]["current"]>;

/** Where the round is paid to: entered by one admin, confirmed by another after a call back. */
export function CompanyAccount({ completion }: { completion: Completion }) {
  const { deal_id, company_account, can } = completion;
  const { current, entered } = company_account;
  const path = `/deals/${deal_id}/company-account`;
  return (
    <>
      {entered && <Account account={entered} path={path} isWaiting />}
      {current && <Account account={current} path={path} />}
      {can.prepare && (
        <p>
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                {current || entered ? messages.changeAccount : messages.enterAccount}
              </Button>
            )}
            dialog={(state) => <AccountDialog {...state} path={path} isCompanys />}
          />
        </p>
      )}
    </>
  );
}

const fields = ["account_name", "sort_code", "account_number", "bank"] as const;

interface AccountProps {
  account: CompanyAccount;
  path: string;
  isWaiting?: boolean;
}

function Account({ account, path, isWaiting }: AccountProps) {
  const { entered_by_name, entered_at, confirmed_by_name, confirmed_at, call_back_note, can } = account;
  const title = isWaiting ? messages.accountEntered : messages.accountCurrent;
  return (
    <section className="grid gap-2" aria-label={title}>
      <h4 className="note font-semibold">{title}</h4>
      <dl className="closing-facts-list">
        {fields.map((field) => (
          <div key={field}>
            <dt>{accountPartMessages[field]}</dt>
            <dd className="num wrap-anywhere">{account[field]}</dd>
          </div>
        ))}
        {call_back_note && (
          <div>
            <dt>{accountPartMessages.callBack}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{call_back_note}</dd>
          </div>
        )}
      </dl>
      <p className="note num">
        {accountPartMessages.enteredBy(entered_by_name, formatDateTime(entered_at))}
        {confirmed_at && `. ${accountPartMessages.confirmedBy(confirmed_by_name, formatDateTime(confirmed_at))}`}
      </p>
      {isWaiting && !can.confirm && <Notice>{messages.accountSecond}</Notice>}
      {isWaiting && can.confirm && (
        <p>
          <DialogOpener
            button={(open) => (
              <Button isSmall onClick={open}>
                {messages.confirmAccount}
              </Button>
            )}
            dialog={(state) => <ConfirmAccountDialog {...state} path={path} account={account} />}
          />
        </p>
      )}
    </section>
  );
}
