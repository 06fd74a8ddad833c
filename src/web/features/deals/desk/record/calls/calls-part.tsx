import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callsPartMessages as messages } from "#shared/deals/deal-call-messages.ts";
import type { DeskCallList } from "#shared/deals/deal-calls.ts";
import { preparedStates } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { sortCalls } from "../../../open/calls/call-times.ts";
import { PartQuery } from "../part-query.tsx";
import { CallForm } from "./call-forms.tsx";
import { CallRow } from "./call-row.tsx";

interface CallsPartProps {
  deal: DealRecord;
  userId: string;
}

/** Calls with the founders, and who comes. */
export function CallsPart({ deal, userId }: CallsPartProps) {
  const { id } = deal;
  const part = useRef<HTMLElement>(null);
  const query = useQuery({
    queryKey: queryKeys.dealCalls(id),
    queryFn: ({ signal }) => callApi<DeskCallList>("GET", `/deals/${id}/calls`, undefined, signal),
  });
  return (
    <section ref={part} aria-label={messages.list} tabIndex={-1} className="grid max-w-3xl gap-5 outline-none">
      <p>{messages.text}</p>
      <Plan deal={deal} userId={userId} onClose={() => part.current?.focus()} />
      <PartQuery query={query} words={messages}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="note">{messages.none}</p>
          ) : (
            <ul className="desk-questions">
              {sortCalls(items, Date.now()).map((call) => (
                <CallRow key={call.id} dealId={id} userId={userId} call={call} />
              ))}
            </ul>
          )
        }
      </PartQuery>
    </section>
  );
}

function Plan({ deal: { id, state }, userId, onClose }: CallsPartProps & { onClose: () => void }) {
  const draftKey = `deal-call-plan:${id}:${userId}`;
  const [isOpen, setOpen] = useState(() => sessionStorage.getItem(draftKey) !== null);
  if (!preparedStates.includes(state)) return <p className="note">{messages.tooEarly}</p>;
  const close = () => {
    setOpen(false);
    onClose();
  };
  if (isOpen) return <CallForm path={`/deals/${id}/calls`} draftKey={draftKey} onClose={close} />;
  return (
    <p>
      <Button isSmall onClick={() => setOpen(true)}>
        {messages.plan}
      </Button>
    </p>
  );
}
