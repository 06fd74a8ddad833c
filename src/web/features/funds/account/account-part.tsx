import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import type { ClosingBoard, CollectionAccount, CollectionAccounts, RejectedAccount } from "#shared/funds.ts";
import { closingMessages, accountPartMessages as messages } from "#shared/funds-desk-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime, shortLondonTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { closingKey } from "../closing-queries.ts";
import { DialogOpener } from "../dialog-opener.tsx";
import { PartHead } from "../part-head.tsx";

const AccountDialog = lazy(() => import("./account-dialogs.tsx").then((file) => ({ default: file.AccountDialog })));
const ReasonDialog = lazy(() => import("../reason-dialog.tsx").then((file) => ({ default: file.ReasonDialog })));
const ConfirmAccountDialog = lazy(() =>
  import("./account-dialogs.tsx").then((file) => ({ default: file.ConfirmAccountDialog })),
);

/** The account that members pay to, and the one that waits for a second admin. */
export function AccountPart({ board }: { board: ClosingBoard }) {
  const { deal_id, company_name, called_at, can } = board;
  const path = `/deals/${deal_id}/collection-account`;
  const { data, error, refetch } = useQuery({
    queryKey: [...closingKey(deal_id), "collection-account"],
    queryFn: ({ signal }) => callApi<CollectionAccounts>("GET", path, undefined, signal),
  });
  return (
    <section aria-labelledby="account" className="grid gap-5 outline-none" tabIndex={-1}>
      <PartHead id="account" title={messages.title} above={company_name}>
        {can.enter_account && data && (
          <DialogOpener
            button={(open) => (
              <Button variant={data.current || data.entered ? "outline" : "secondary"} isSmall onClick={open}>
                {data.current || data.entered ? messages.change : messages.enter}
              </Button>
            )}
            dialog={(state) => <AccountDialog {...state} path={path} isCalled={called_at !== null} />}
          />
        )}
      </PartHead>
      <p className="muted max-w-(--measure)">{messages.text}</p>
      {!data && !error && <RowSkeletons label={closingMessages.loadingDeal} count={3} />}
      {!data && error && (
        <EmptyState
          isCard
          picture="broken"
          title={closingMessages.failed}
          action={<Button onClick={() => void refetch()}>{closingMessages.retry}</Button>}
        />
      )}
      {data?.current?.frozen_until && (
        <Notice tone="error">{messages.frozen(shortLondonTime(data.current.frozen_until))}</Notice>
      )}
      {data?.rejected && <Rejected account={data.rejected} />}
      {data?.entered && <Account account={data.entered} path={path} isWaiting />}
      {data?.current && <Account account={data.current} path={path} />}
      {data && !data.current && <Notice>{messages.none}</Notice>}
    </section>
  );
}

interface AccountProps {
  account: CollectionAccount;
  path: string;
  isWaiting?: boolean;
}

const fields = ["account_name", "sort_code", "account_number", "bank", "partner"] as const;

function Account({ account, path, isWaiting }: AccountProps) {
  const { entered_by_name, entered_at, confirmed_by_name, confirmed_at, call_back_note, can } = account;
  const title = isWaiting ? messages.entered : messages.current;
  return (
    <section className="grid gap-3" aria-label={title}>
      <h3 className="d4 block-heading">{title}</h3>
      <dl className="closing-facts-list">
        {fields.map((field) => (
          <div key={field}>
            <dt>{messages[field]}</dt>
            <dd className="num wrap-anywhere">{account[field]}</dd>
          </div>
        ))}
        {call_back_note && (
          <div>
            <dt>{messages.callBack}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{call_back_note}</dd>
          </div>
        )}
      </dl>
      <p className="note num">
        {messages.enteredBy(entered_by_name, formatDateTime(entered_at))}
        {confirmed_at && `. ${messages.confirmedBy(confirmed_by_name, formatDateTime(confirmed_at))}`}
      </p>
      {isWaiting && !can.confirm && <Notice>{messages.secondPerson}</Notice>}
      {isWaiting && (
        <p className="button-row">
          {can.confirm && (
            <DialogOpener
              button={(open) => (
                <Button isSmall onClick={open}>
                  {messages.confirm}
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

function Reject({ account, path }: Omit<AccountProps, "isWaiting">) {
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall onClick={open}>
          {messages.reject}
        </Button>
      )}
      dialog={(state) => (
        <ReasonDialog
          {...state}
          path={`${path}/reject`}
          body={{ id: account.id }}
          words={{
            title: messages.rejectTitle,
            text: messages.rejectText(inLine(account)),
            submit: messages.rejectNow,
            busy: messages.rejecting,
            done: messages.rejected,
          }}
        />
      )}
    />
  );
}

function Rejected({ account }: { account: RejectedAccount }) {
  const { entered_by_name, rejected_by_name, rejected_at, rejection } = account;
  return (
    <Notice tone="warning">
      <span className="wrap-anywhere">
        {messages.rejectedBy(inLine(account), entered_by_name, rejected_by_name, formatDateTime(rejected_at))}{" "}
        <span dir="auto">{rejection}</span>
      </span>
    </Notice>
  );
}
