import { useSearchParams } from "react-router";
import { type InvitationState, invitationStates } from "#shared/invitations.ts";
import { parameters } from "#web/members/member-tabs.ts";

/**
 * Which invitations are asked for. It stands in the address, so that a search can be shared and come back to; at once,
 * since a choice that waited for the address would jump back for a moment.
 */
export function useInvitationFilter() {
  const [search, setSearch] = useSearchParams();
  const change = (name: string, value: string) =>
    setSearch(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true, flushSync: true },
    );
  const asked = search.get(parameters.state);
  const state: InvitationState | "" = invitationStates.find((one) => one === asked) ?? "";
  return {
    words: search.get(parameters.words) ?? "",
    state,
    changeWords: (words: string) => change(parameters.words, words),
    changeState: (next: InvitationState | "") => change(parameters.state, next),
    clear: () =>
      setSearch(
        (now) => {
          now.delete(parameters.words);
          now.delete(parameters.state);
          return now;
        },
        { replace: true, flushSync: true },
      ),
  };
}
