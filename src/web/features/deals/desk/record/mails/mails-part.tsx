import { useQuery } from "@tanstack/react-query";
import type { Mailing, MailingList } from "#shared/deals/deal-mailings.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast.ts";
import { MailingReport } from "./mailing-report.tsx";
import { NextMail } from "./next-mail.tsx";

/** Whom the next mail would reach, and what came of those before. */
export function MailsPart({ deal: { id } }: { deal: DealRecord }) {
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.dealMailings(id),
    queryFn: ({ signal }) => callApi<MailingList>("GET", `/deals/${id}/mailings`, undefined, signal),
    // Mails leave while somebody looks.
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? 5000 : false),
  });
  if (data)
    return (
      <div className="grid max-w-(--measure) gap-8">
        {data.next.map((next) => (
          <NextMail key={`${next.kind} ${next.call_id}`} id={id} next={next} />
        ))}
        {data.next.length > 0 && <Notice notice={data.notice} />}
        {data.items.map((mailing) => (
          <MailingReport key={mailing.id} id={id} mailing={mailing} />
        ))}
      </div>
    );
  if (isError) return <SectionFailed text="Who is told did not load." onRetry={refetch} />;
  return (
    <Skeletons label="Loading who is told" className="grid max-w-[28rem] gap-3">
      <Skeleton className="h-5" />
      <Skeleton className="h-4 w-3/5" />
    </Skeletons>
  );
}

const isUnderWay = ({ state, states }: Mailing): boolean =>
  state === "sending" && states.waiting + states.queued + states.sending > 0;

function Notice({ notice }: { notice: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(notice);
    toast({ title: "Copied" });
  };
  return (
    <section aria-labelledby="mail-notice" className="grid justify-items-start gap-2">
      <h3 id="mail-notice" className="d4">
        For chat groups
      </h3>
      <p>{notice}</p>
      <p className="muted">It names nothing, as nobody knows who reads along.</p>
      <Button variant="outline" isSmall onClick={() => void copy()}>
        Copy
      </Button>
    </section>
  );
}
