import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { type InvitationState, invitationStates } from "#shared/invitations.ts";
import { parameters } from "#web/lib/address-parameters.ts";

/** Which invitations are asked for. It stands in the address, so that a search can be shared and come back to. */
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
    latest.current = next;
    setSearch(next, { replace: true });
  };
  const asked = search.get(parameters.status);
  const state: InvitationState | "" = invitationStates.find((one) => one === asked) ?? "";
  return {
    words: search.get(parameters.words) ?? "",
    state,
    changeWords: (words: string) => change({ [parameters.words]: words }),
    changeState: (next: InvitationState | "") => change({ [parameters.status]: next }),
    clear: () => change({ [parameters.words]: "", [parameters.status]: "" }),
  };
}
