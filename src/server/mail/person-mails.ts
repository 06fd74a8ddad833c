import type { Person } from "./find-person.ts";
import type { MailContent } from "./mail-content.ts";
import type { MailRequest } from "./mail-request.ts";
import { membershipApprovedMail } from "./templates/membership-approved.ts";
import { membershipRejectedMail } from "./templates/membership-rejected.ts";
import { profileApprovedMail } from "./templates/profile-approved.ts";
import { profileRejectedMail } from "./templates/profile-rejected.ts";
import { verificationMail } from "./templates/verification.ts";
import { verificationLifetimeHours, verificationUrl } from "./verification-url.ts";

type PersonTemplate = Exclude<MailRequest["template"], "invitation">;

type Write = (
  person: Person,
  club: { appUrl: string; secret: string },
) => MailContent | undefined | Promise<MailContent | undefined>;

/** What each mail to a person says; undefined when it is not true (any more). */
export const personMails: Record<PersonTemplate, Write> = {
  verification: async ({ isVerified, name, email }, { appUrl, secret }) => {
    if (isVerified) return undefined;
    const url = await verificationUrl(appUrl, secret, email);
    return verificationMail({ name, url, lifetimeHours: verificationLifetimeHours });
  },
  "profile-approved": ({ submissionStatus, name }, { appUrl }) =>
    submissionStatus === "approved" ? profileApprovedMail({ appUrl, name }) : undefined,
  "profile-rejected": ({ submissionStatus, name, adminNotes }, { appUrl }) =>
    submissionStatus === "rejected" ? profileRejectedMail({ appUrl, name, adminNotes }) : undefined,
  "membership-approved": ({ membershipStatus, name }, { appUrl }) =>
    membershipStatus === "approved" ? membershipApprovedMail({ appUrl, name }) : undefined,
  "membership-rejected": ({ membershipStatus, name }) =>
    membershipStatus === "rejected" ? membershipRejectedMail({ name }) : undefined,
};
