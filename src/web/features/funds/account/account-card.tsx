import { lazy } from "react";
import type { CollectionAccount, RejectedAccount } from "#shared/funds/funds.ts";
import { accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Notice } from "#web/ui/notice.tsx";

const ConfirmAccountDialog = lazy(() =>
  import("./account-dialogs.tsx").then((file) => ({ default: file.ConfirmAccountDialog })),
);

interface AccountCardProps {
  /** The partner's, or the company's, which has no partner. */
  account: Omit<CollectionAccount, "partner" | "frozen_until"> & { partner?: string };
  path: string;
  words: { title: string; confirm: string; secondPerson: string };
  isWaiting?: boolean;
  /** Below a heading of the part. */
  isNested?: boolean;
}

const fields = ["account_name", "sort_code", "account_number", "bank", "partner"] as const;

/** What was entered by one admin, and how another confirms or rejects it. */
export function AccountCard({ account, path, words, isWaiting, isNested }: AccountCardProps) {
  const Heading = isNested ? "h4" : "h3";
  const { entered_by_name, entered_at, confirmed_by_name, confirmed_at, call_back_note, can } = account;
  return (
    <section className="grid gap-3" aria-label={words.title}>
      <Heading className={isNested ? "note font-text font-semibold" : "d4 block-heading"}>{words.title}</Heading>
      <dl className="closing-facts-list">
        {fields.map(
          (field) =>
            account[field] !== undefined && (
              <div key={field}>
                <dt>{messages[field]}</dt>
                <dd className="num wrap-anywhere">{account[field]}</dd>
              </div>
            ),
        )}
        {call_back_note && (
          <div>
            <dt>Called back</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{call_back_note}</dd>
          </div>
        )}
      </dl>
      <p className="note num">
        Entered by {adminName(entered_by_name)}, {formatDateTime(entered_at)}
        {confirmed_at && `. Confirmed by ${adminName(confirmed_by_name)}, ${formatDateTime(confirmed_at)}`}
      </p>
      {isWaiting && !can.confirm && <Notice>{words.secondPerson}</Notice>}
      {isWaiting && (
        <p className="button-row">
          {can.confirm && (
            <DialogOpener
              button={(open) => (
                <Button isSmall onClick={open}>
                  {words.confirm}
                </Button>
              )}
              dialog={(state) => <ConfirmAccountDialog {...state} path={path} account={account} />}
            />
          )}
          {can.reject && <Reject account={account} path={path} />}
        </p>
      )}
    </section>
  );
}

const inLine = ({
  account_name,
  sort_code,
  account_number,
}: Pick<CollectionAccount, "account_name" | "sort_code" | "account_number">) =>
  `${account_name}, ${sort_code}, ${account_number}`;

function Reject({ account, path }: Pick<AccountCardProps, "account" | "path">) {
  return (
    <ReasonButton
      label="It is wrong"
      look="outline"
      invalidates={dealMoneyKeys}
      to={`${path}/reject`}
      body={{ id: account.id }}
      words={{
        title: "Reject this account",
        text: `${inLine(account)}. Nobody can confirm it any more. Whoever entered it reads why, and another one can be entered.`,
        submit: "Reject it",
        busy: "Rejecting...",
        done: "Account rejected",
      }}
    />
  );
}

export function RejectedNotice({ account }: { account: RejectedAccount }) {
  const { entered_by_name, rejected_by_name, rejected_at, rejection } = account;
  return (
    <Notice tone="warning">
      <span className="wrap-anywhere">
        {inLine(account)}, entered by {adminName(entered_by_name)}, was rejected by {adminName(rejected_by_name)},{" "}
        {formatDateTime(rejected_at)}: <span dir="auto">{rejection}</span>
      </span>
    </Notice>
  );
}
