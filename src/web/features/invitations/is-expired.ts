import type { Invitation } from "#shared/invitations.ts";

/** Its code is refused from then on, until the invitation is sent again. */
export const isExpired = ({ expires_at }: Invitation): boolean => Date.parse(expires_at) <= Date.now();
