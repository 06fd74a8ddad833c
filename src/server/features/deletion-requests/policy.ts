import type { DeletionRequest } from "#shared/deletion-requests/deletion-requests.ts";
import type { Policy } from "../../platform/http/policy.ts";

export const deletionRequestPolicy: Policy<Pick<DeletionRequest, "user_id">, keyof DeletionRequest["can"]> = (
  actor,
  { user_id },
) => ({ execute: actor.isAdmin && actor.userId !== user_id });
