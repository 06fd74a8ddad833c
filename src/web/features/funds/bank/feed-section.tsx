import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode } from "react";
import type { BankFeed, BankFeeds } from "#shared/funds/bank-feeds.ts";
import { feedEnvironmentLabels, testBankWords } from "#shared/funds/bank-feeds-messages.ts";
import type { ClosingBoard } from "#shared/funds/funds.ts";
import { formatPence } from "#shared/pence.ts";
import { adminName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import { Fold } from "#web/ui/fold.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { closingKey } from "../closing-queries.ts";
import { signedPence } from "../signed-pence.ts";

const ConnectFeedDialog = lazy(() =>
  import("./connect-feed.tsx").then((file) => ({ default: file.ConnectFeedDialog })),
);

/** The bank's own list of the account: who connected it, who has to confirm, and what the bank said last. */
export function FeedSection({ board: { deal_id, can } }: { board: ClosingBoard }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...closingKey(deal_id), "bank-feeds"],
    queryFn: ({ signal }) => callApi<BankFeeds>("GET", `/deals/${deal_id}/bank-feeds`, undefined, signal),
  });
  const isConnected = Boolean(data?.active ?? data?.waiting);
  const connect = can.import && data && (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall onClick={open}>
          {isConnected ? "Enter another token" : "Connect the bank"}
        </Button>
      )}
      dialog={(state) => <ConnectFeedDialog {...state} dealId={deal_id} />}
    />
  );
  if (data && !isConnected && !data.stopped)
    return (
      <section aria-label="Feed" className="outline-none" tabIndex={-1}>
        <Fold summary="Feed: not connected">
          <p className="note max-w-(--measure)">{notConnected}</p>
          {connect && <p>{connect}</p>}
        </Fold>
      </section>
    );
  return (
    <section aria-labelledby="feed" className="grid gap-4">
      <div className="view-head">
        <h3 id="feed" className="d4">
          Feed
        </h3>
        {connect && <div className="view-tools">{connect}</div>}
      </div>
      {!data && !error && <RowSkeletons label="Loading the feed" count={2} />}
      {!data && error && <LoadFailed title="The feed could not be loaded" onRetry={refetch} />}
      {data?.stopped && !isConnected && <Notice tone="warning">{data.stopped.said}</Notice>}
      {data?.active && <ActiveFeed feed={data.active} />}
      {data?.waiting && <WaitingFeed feed={data.waiting} />}
      {data && !isConnected && <p className="note max-w-(--measure)">{notConnected}</p>}
    </section>
  );
}

const notConnected =
  "Not connected. With a token of the account’s holder, Starling’s own list is read every 15 minutes while payments are due, and no file is needed. The token can only read.";

function ActiveFeed({ feed }: { feed: BankFeed }) {
  const { id, read_at, balance_pence, pending_pence, said, retry_at, can } = feed;
  return (
    <FeedCard feed={feed} label="Feed that is read">
      {said && (
        <Notice tone="error">
          {said}
          {retry_at && ` The next try is at ${formatDateTime(retry_at)}.`}
        </Notice>
      )}
      <dl className="closing-facts-list">
        <Fact name="Last read">{read_at ? formatDateTime(read_at) : "Not yet"}</Fact>
        <Fact name="Balance at the bank">{balance_pence === null ? "Not known yet" : formatPence(balance_pence)}</Fact>
        {pending_pence !== 0 && <Fact name="On its way">{signedPence(pending_pence)}, not counted</Fact>}
        <Fact name="Connected by">
          {adminName(feed.entered_by_name)}, {formatDateTime(feed.entered_at)}
        </Fact>
        {feed.confirmed_at && (
          <Fact name="Confirmed by">
            {adminName(feed.confirmed_by_name)}, {formatDateTime(feed.confirmed_at)}
          </Fact>
        )}
      </dl>
      <p className="button-row">
        {can.sync && (
          <ActionButton<BankFeeds>
            path={`/bank-feeds/${id}/sync`}
            label="Read it now"
            busy="Reading..."
            variant="outline"
            done={({ active }) => ({ title: active && !active.said ? "The bank was read" : "The bank was not read" })}
            failed="The bank was not read"
            invalidates={dealMoneyKeys}
          />
        )}
        {can.stop && <Stop id={id} />}
      </p>
    </FeedCard>
  );
}

function WaitingFeed({ feed }: { feed: BankFeed }) {
  const { id, entered_by_name, entered_at, confirmers, can } = feed;
  return (
    <FeedCard feed={feed} label="Feed that waits to be confirmed">
      <p className="num">
        {adminName(entered_by_name)} entered a token on {formatDateTime(entered_at)}. Nothing is read before another
        admin confirms it.
      </p>
      {!can.confirm && (
        <Notice>
          {confirmers.length > 0
            ? `To be confirmed by ${confirmers.join(" or ")}.`
            : "Nobody can confirm it: another admin has to sign for money too."}
        </Notice>
      )}
      <p className="button-row">
        {can.confirm && (
          <ActionButton<BankFeeds>
            path={`/bank-feeds/${id}/confirm`}
            label="Confirm the feed"
            busy="Asking the bank..."
            done="Feed confirmed"
            failed="Not confirmed"
            invalidates={dealMoneyKeys}
          />
        )}
        {can.stop && <Stop id={id} />}
      </p>
    </FeedCard>
  );
}

function FeedCard({ feed, label, children }: { feed: BankFeed; label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid gap-3">
      <p className="small muted">{feedEnvironmentLabels[feed.environment]}</p>
      {feed.environment === "sandbox" && (
        <Notice tone="warning">{testBankWords}. It is in the deal’s payments too.</Notice>
      )}
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num wrap-anywhere">{children}</dd>
    </div>
  );
}

const Stop = ({ id }: { id: string }) => (
  <ReasonButton
    label="Stop the feed"
    look="outline"
    invalidates={dealMoneyKeys}
    to={`/bank-feeds/${id}/stop`}
    words={{
      title: "Stop the feed",
      text: "Nothing more is read, and the token is deleted here. What was read stays. Withdraw the token at the bank too.",
      submit: "Stop it",
      busy: "Stopping...",
      done: "Feed stopped",
    }}
  />
);
