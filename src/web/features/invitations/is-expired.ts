import type { Invitation } from "#shared/invitations.ts";

export const isExpired = ({ expires_at }: Invitation): boolean => Date.parse(expires_at) <= Date.now();
