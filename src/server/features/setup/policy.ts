import type { SetupState } from "#shared/setup/setup.ts";
import type { Policy } from "../../platform/http/policy.ts";
import type { SetupRow } from "./queries.ts";

/** The first admin finishes the setup; every admin can end it, in case that person does not. */
export const setupPolicy: Policy<SetupRow, keyof SetupState["can"]> = (actor, { state, started_by }) => {
  const isOpen = actor.isAdmin && state !== "finished";
  return { finish: isOpen && (started_by === null || started_by === actor.userId), skip: isOpen };
};
