import type { Session, SessionUser } from "#shared/account/session.ts";
import { firstNameOf } from "#shared/people/first-name.ts";

/** A missing or unknown role has no rights. */
export const isAdmin = (session: Session | null): boolean => session?.role === "admin";

export const canEnterMembersArea = ({ membership_status }: Session): boolean =>
  membership_status === "approved" || membership_status === "pending";

/** First of: profile name, account full name, account name, e-mail's local part, "Member". */
export function memberName(profileName: string | null | undefined, user: SessionUser | undefined): string {
  const sources = [profileName, user?.user_metadata.full_name, user?.user_metadata.name, user?.email.split("@")[0]];
  return sources.map((source) => source?.trim()).find(Boolean) ?? "Member";
}

export const greetingName = (profileName: string | null | undefined, user: SessionUser | undefined): string =>
  firstNameOf(memberName(profileName, user));
