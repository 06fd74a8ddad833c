import { useState } from "react";
import type { Person, TierOutcome, TiersResponse } from "#shared/people/people.ts";
import { tierMessages as messages } from "#shared/people/people-messages.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { TierButton } from "./tier-button.tsx";

interface TiersBarProps {
  people: readonly Person[];
  /** By user id; people no longer listed are ignored. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Changes the tier of everybody chosen in the list. */
export function TiersBar({ people, chosen, onChoose }: TiersBarProps) {
  const possible = people.flatMap(({ user_id, can }) => (user_id && can.change_tier ? [user_id] : []));
  const ids = possible.filter((id) => chosen.has(id));
  const [others, setOthers] = useState<TierOutcome[]>([]);
  const noteChange = ({ items, set }: TiersResponse) => {
    toast(
      set > 0
        ? {
            title: messages.changed,
            description: set === 1 ? "1 person is told by email." : `${set} people are told by email.`,
          }
        : { title: "No tier changed" },
    );
    setOthers(items.filter(({ result }) => result !== "set"));
    onChoose(new Set());
  };
  if (possible.length === 0 && others.length === 0) return null;
  const isAll = ids.length > 0 && ids.length === possible.length;
  return (
    <div className="grid gap-2">
      <div className={classNames("tiers-bar", ids.length === 0 && "is-idle")}>
        <Checkbox
          className="small"
          label={possible.length === 1 ? "Choose this member" : `Choose all ${possible.length} members`}
          checked={isAll}
          onChange={() => onChoose(new Set(isAll ? [] : possible))}
        />
        <TierButton<TiersResponse>
          label={ids.length === 0 ? "Change tier" : `Change tier of ${ids.length}`}
          isInactive={ids.length === 0}
          title={`Change tier of ${ids.length === 1 ? "1 person" : `${ids.length} people`}`}
          text="The tier decides the fee of their next commitments. After its last day they are on Trial. Who is not a member any more is left out and named; all others get the tier."
          tier="trial"
          until=""
          send={(input) => callApi("POST", "/people/tiers", { ...input, user_ids: ids })}
          onDone={noteChange}
          invalidates={[queryKeys.people, queryKeys.audit]}
        />
      </div>
      <p className="sr-only" role="status">
        {ids.length} chosen
      </p>
      <div role="status" className="empty:hidden">
        {others.length > 0 && <Others outcomes={others} />}
      </div>
    </div>
  );
}

/** Whose tier was not changed, and why. */
function Others({ outcomes }: { outcomes: readonly TierOutcome[] }) {
  return (
    <Notice
      tone="warning"
      title={outcomes.length === 1 ? "1 person was left out." : `${outcomes.length} people were left out.`}
    >
      <ul>
        {outcomes.map(({ user_id, name, message }) => (
          <li key={user_id} className="wrap-anywhere">
            {name ?? user_id}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
