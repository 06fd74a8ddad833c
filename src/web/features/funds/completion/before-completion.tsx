import { useQuery } from "@tanstack/react-query";
import { gateMessages as messages } from "#shared/funds/funds-completion-desk-messages.ts";
import { closingMessages } from "#shared/funds/funds-desk-messages.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { completionQuery } from "./completion-queries.ts";
import { GateList } from "./gate-list.tsx";

/** Below the members who were called: the same list as where it is worked off, without its actions. */
export function BeforeCompletion({ dealId, to }: { dealId: string; to: string }) {
  const { data, isPending, refetch } = useQuery(completionQuery(dealId));
  if (data?.proposal?.confirmed_at) return null;
  return (
    <section aria-labelledby="before-completion" className="grid gap-3">
      <div className="view-head">
        <h3 id="before-completion" className="d4">
          {messages.title}
        </h3>
        <div className="view-tools">
          <LinkButton to={to} variant="outline" isSmall>
            {closingMessages.completion}
          </LinkButton>
        </div>
      </div>
      {isPending && <RowSkeletons label="Loading what is missing" count={3} />}
      {!isPending && !data && <SectionFailed text="What is missing could not be loaded." onRetry={refetch} />}
      {data && <GateList items={data.items} />}
    </section>
  );
}
