import { lazy } from "react";
import type { Completion } from "#shared/funds/funds-completion.ts";
import { completionPartMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { AccountCard, RejectedNotice } from "../account/account-card.tsx";

const AccountDialog = lazy(() =>
  import("../account/account-dialogs.tsx").then((file) => ({ default: file.AccountDialog })),
);

const words = {
  title: "Waits to be confirmed",
  confirm: "Confirm the account",
  secondPerson: "Another admin has to call the company back and confirm this account.",
};
const wordsOfCurrent = { ...words, title: "The company is paid to" };

/** Where the round is paid to: entered by one admin, confirmed by another after a call back. */
export function CompanyAccount({ completion }: { completion: Completion }) {
  const { deal_id, company_account, can } = completion;
  const { current, entered, rejected } = company_account;
  const path = `/deals/${deal_id}/company-account`;
  return (
    <>
      {rejected && <RejectedNotice account={rejected} />}
      {entered && <AccountCard account={entered} path={path} words={words} isWaiting isNested />}
      {current && <AccountCard account={current} path={path} words={wordsOfCurrent} isNested />}
      {can.prepare && (
        <p>
          <DialogOpener
            button={(open) => (
              <Button variant="outline" isSmall onClick={open}>
                {current || entered ? "Enter another account" : messages.enterAccount}
              </Button>
            )}
            dialog={(state) => <AccountDialog {...state} path={path} isCompanys />}
          />
        </p>
      )}
    </>
  );
}
