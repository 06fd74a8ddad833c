import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import type { ClosingBoard, CollectionAccounts } from "#shared/funds/funds.ts";
import { closingMessages, accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { closingKey } from "../closing-queries.ts";
import { AccountCard, RejectedNotice } from "./account-card.tsx";

const AccountDialog = lazy(() => import("./account-dialogs.tsx").then((file) => ({ default: file.AccountDialog })));

const entered = {
  title: "Waits to be confirmed",
  confirm: messages.confirm,
  secondPerson:
    "A second person has to confirm this. Another admin has to call the partner back and confirm this account.",
};
const current = { ...entered, title: "Members pay to" };

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
      <PartHead id="account" title="Collection account" above={company_name}>
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
      <p className="muted max-w-(--measure)">
        The partner’s account that members pay to. One admin enters it, another calls the partner back and confirms it.
      </p>
      {!data && !error && <RowSkeletons label={closingMessages.loadingDeal} count={3} />}
      {!data && error && <LoadFailed title={closingMessages.failed} onRetry={refetch} />}
      {data?.current?.frozen_until && (
        <Notice tone="error">
          The account has changed. Until {shortLondonTime(data.current.frozen_until)} nothing is called and no member is
          shown it.
        </Notice>
      )}
      {data?.rejected && <RejectedNotice account={data.rejected} />}
      {data?.entered && <AccountCard account={data.entered} path={path} words={entered} isWaiting />}
      {data?.current && <AccountCard account={data.current} path={path} words={current} />}
      {data && !data.current && <Notice>No account is confirmed yet. Funds can be called once one is.</Notice>}
    </section>
  );
}
