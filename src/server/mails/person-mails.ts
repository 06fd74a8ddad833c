import { wrongCodesPerDay } from "../auth/limits.ts";
import { passwordResetLifetimeMinutes } from "../auth/passwords/password-reset-token.ts";
import { verificationLifetimeHours } from "../auth/registration/email-verification-token.ts";
import type { MailContent } from "../platform/mail/mail-content.ts";
import type { MailRequest, WayInTemplate } from "../platform/mail/mail-request.ts";
import type { ComposeOptions } from "./compose-options.ts";
import type { Person } from "./find-person.ts";
import { passwordResetUrl } from "./password-reset-url.ts";
import { membershipApprovedMail } from "./templates/membership-approved.ts";
import { membershipEndedMail } from "./templates/membership-ended.ts";
import { membershipReinstatedMail } from "./templates/membership-reinstated.ts";
import { membershipRejectedMail } from "./templates/membership-rejected.ts";
import { membershipSuspendedMail } from "./templates/membership-suspended.ts";
import { passwordResetMail } from "./templates/password-reset.ts";
import { profileApprovedMail } from "./templates/profile-approved.ts";
import { profileHiddenMail } from "./templates/profile-hidden.ts";
import { profileRejectedMail } from "./templates/profile-rejected.ts";
import { twoFactorGuessedMail } from "./templates/two-factor-guessed.ts";
import { verificationMail } from "./templates/verification.ts";
import { wayInChangedMail } from "./templates/way-in-changed.ts";
import { verificationUrl } from "./verification-url.ts";

type PersonTemplate = Extract<MailRequest, { user_id: string }>["template"];

type Write = (person: Person, options: ComposeOptions) => MailContent | undefined | Promise<MailContent | undefined>;

/** What has happened stays true, so that these are always sent. */
const wayInMail =
  (change: WayInTemplate): Write =>
  ({ name, googleEmail }, { appUrl }) =>
    wayInChangedMail({ appUrl, name, googleEmail, change });

/** What each mail to a person says; undefined when it is not true (any more). */
export const personMails: Record<PersonTemplate, Write> = {
  verification: async (person, options) => {
    const url = await verificationUrl(options, person);
    if (!url) return undefined;
    return verificationMail({ name: person.name, url, lifetimeHours: verificationLifetimeHours });
  },
  "password-reset": async (person, options) => {
    const url = await passwordResetUrl(options, person);
    if (!url) return undefined;
    return passwordResetMail({ name: person.name, url, lifetimeMinutes: passwordResetLifetimeMinutes });
  },
  "profile-approved": ({ submissionStatus, name }, { appUrl }) =>
    submissionStatus === "approved" ? profileApprovedMail({ appUrl, name }) : undefined,
  "profile-rejected": ({ submissionStatus, name, adminNotes }, { appUrl }) =>
    submissionStatus === "rejected" ? profileRejectedMail({ appUrl, name, adminNotes }) : undefined,
  "membership-approved": ({ membershipStatus, name }, { appUrl }) =>
    membershipStatus === "approved" ? membershipApprovedMail({ appUrl, name }) : undefined,
  "membership-rejected": ({ membershipStatus, name }) =>
    membershipStatus === "rejected" ? membershipRejectedMail({ name }) : undefined,
  "membership-suspended": (person) => standingMail(person, "suspended", membershipSuspendedMail),
  "membership-ended": (person) => standingMail(person, "ended", membershipEndedMail),
  "membership-reinstated": (person, { appUrl }) =>
    standingMail(person, "reinstated", ({ name, reason }) => membershipReinstatedMail({ appUrl, name, reason })),
  "profile-hidden": ({ name, hiddenReason }) =>
    hiddenReason === null ? undefined : profileHiddenMail({ name, reason: hiddenReason }),
  "two-factor-guessed": ({ name }, { appUrl }) => twoFactorGuessedMail({ appUrl, name, tries: wrongCodesPerDay }),
  "google-connected": wayInMail("google-connected"),
  "google-disconnected": wayInMail("google-disconnected"),
  "password-changed": wayInMail("password-changed"),
  "password-replaced": wayInMail("password-replaced"),
  "recovery-codes-renewed": wayInMail("recovery-codes-renewed"),
  "two-factor-disabled": wayInMail("two-factor-disabled"),
  "two-factor-enabled": wayInMail("two-factor-enabled"),
};

interface Reasoned {
  name: string | null;
  reason: string;
}

function standingMail(
  { name, standing, standingReason: reason }: Person,
  told: Person["standing"],
  mail: (content: Reasoned) => MailContent,
): MailContent | undefined {
  return standing === told && reason !== null ? mail({ name, reason }) : undefined;
}
