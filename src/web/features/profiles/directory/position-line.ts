import type { MemberProfile } from "#shared/profiles.ts";

export const positionLine = ({ position, company }: Pick<MemberProfile, "position" | "company">): string =>
  [position, company].filter(Boolean).join(", ");
