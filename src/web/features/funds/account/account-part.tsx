import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { accountLine } from "#shared/acts/act-words.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { closingMessages, accountPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { shortLondonTime } from "#web/lib/format.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { collectionAccountsQuery } from "../closing-queries.ts";
import { AccountCard } from "./account-card.tsx";

const AccountDialog = lazy(() => import("./account-dialog.tsx").then((file) => ({ default: file.AccountDialog })));

/** The account that members pay to, and the one that waits to be signed. */
export function AccountPart({ board }: { board: ClosingBoard }) {
  const { deal_id, called_at, can } = board;
  const path = `/deals/${deal_id}/collection-account`;
  const { data, error, refetch } = useQuery(collectionAccountsQuery(deal_id));
  const isFrozen = Boolean(data?.current?.frozen_until && new Date(data.current.frozen_until) > serverNow());
  const enter = can.enter_account && data && (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall onClick={open}>
          {data.current || data.entered ? messages.change : messages.enter}
        </Button>
      )}
      dialog={(state) => <AccountDialog {...state} path={path} last={data.last} isCalled={called_at !== null} />}
    />
  );
  if (data?.current && !data.entered && !isFrozen)
    return (
      <section aria-label={closingMessages.account} className="outline-none" tabIndex={-1}>
        <Fold summary={`Members pay to ${accountLine(data.current)}`}>
          <AccountCard account={data.current} title="Members pay to" />
          {enter && <p>{enter}</p>}
        </Fold>
      </section>
    );
  return (
    <section aria-labelledby="account" className="grid gap-3 outline-none" tabIndex={-1}>
      <div className="view-head">
        <h3 id="account" className="d4">
          {closingMessages.account}
        </h3>
        {enter && <div className="view-tools">{enter}</div>}
      </div>
      {!data && !error && <RowSkeletons label="Loading the account" count={3} />}
      {!data && error && <SectionFailed text="The account could not be loaded." onRetry={refetch} />}
      {isFrozen && (
        <Notice tone="warning">
          This account is new. Until {shortLondonTime(data?.current?.frozen_until ?? "")} nothing is called and no
          member is shown it.
        </Notice>
      )}
      {data?.entered && <AccountCard account={data.entered} title="Waits for two signatures in a list" />}
      {data?.current && <AccountCard account={data.current} title="Members pay to" />}
      {data && !data.current && !data.entered && (
        <p className="note">
          {enter
            ? "No account is entered. It goes into the offer or the closing list, and members are asked to pay once two have signed it."
            : "This deal has no account that members pay to."}
        </p>
      )}
    </section>
  );
}
