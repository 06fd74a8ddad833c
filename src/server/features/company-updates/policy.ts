import type { UpdateVersion } from "#shared/company-updates/company-updates.ts";
import type { Policy } from "../../platform/http/policy.ts";

interface VersionRow {
  published_at: Date | string | null;
  /** No later version of its quarter. */
  isNewest: boolean;
}

export const updateVersionPolicy: Policy<VersionRow, keyof UpdateVersion["can"]> = (
  actor,
  { published_at, isNewest },
) => ({
  publish: actor.isAdmin && isNewest && published_at === null,
  correct: actor.isAdmin && isNewest,
});
