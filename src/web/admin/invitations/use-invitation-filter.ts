import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { type InvitationState, invitationStates } from "#shared/invitations.ts";
import { parameters } from "#web/members/member-tabs.ts";

/**
 * Which invitations are asked for. It stands in the address, so that a search can be shared and come back to; at once,
 * since a choice that waited for the address would jump back for a moment.
 */
export function useInvitationFilter() {
  const [search, setSearch] = useSearchParams();
  // Words come a moment after they were typed, and must not undo a state that was chosen in between.
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const change = (changes: Record<string, string>) => {
    const next = new URLSearchParams(latest.current);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    if (next.toString() !== latest.current.toString()) setSearch(next, { replace: true, flushSync: true });
  };
  const asked = search.get(parameters.state);
  const state: InvitationState | "" = invitationStates.find((one) => one === asked) ?? "";
  return {
    words: search.get(parameters.words) ?? "",
    state,
    changeWords: (words: string) => change({ [parameters.words]: words }),
    changeState: (next: InvitationState | "") => change({ [parameters.state]: next }),
    clear: () => change({ [parameters.words]: "", [parameters.state]: "" }),
  };
}
