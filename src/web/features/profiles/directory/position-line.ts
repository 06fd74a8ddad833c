import type { MemberProfile } from "#shared/profiles.ts";

/** "Finance Director, Northlight Foods", or the one of the two that there is. */
export const positionLine = ({ position, company }: Pick<MemberProfile, "position" | "company">): string =>
  [position, company].filter(Boolean).join(", ");
