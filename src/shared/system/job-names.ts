import type { MailName } from "#shared/notices/notice-rules.ts";

/** What each job does, in words of its readers. */
export const jobNames = {
  "act-news": "Tell of lists that wait or are signed",
  "adviser-seats": "End and remind of advisers’ access",
  "announce-first-admins": "Announce the first admins",
  "announced-confirmation": "Carry out what was announced a day before",
  "announced-confirmations": "Carry out what was announced and is due",
  backup: "Backup of the night",
  "balance-news": "Tell of a balance that differs",
  "bank-feeds": "Read payments from the bank",
  "company-update-requests": "Ask founders for their updates",
  "deal-answers": "Tell members of answers",
  "deal-clock": "Carry out what is signed in a deal",
  "deal-clocks": "Carry out what is signed",
  "deal-documents": "Check documents of deals",
  "deal-mails": "Write to members about a deal",
  "deal-papers": "Make the certificates of a deal",
  "delivery-seals": "Seal the register of what was shown",
  "ending-tiers": "Plans that end",
  "event-places": "Offer free places of an event",
  "events-ahead": "Remind of events",
  "expired-investor-records": "Erase investor records on their day",
  "expired-records": "Delete what has expired",
  "funds-clock": "Payment deadlines of a deal",
  "funds-clocks": "Payment deadlines",
  "ledger-checks": "Compare payments with the bank",
  "ledger-difference": "Tell of a difference from the bank",
  "missing-papers": "Make missing certificates",
  "notice-mails": "Write emails about notices",
  "publish-content": "Publish what was scheduled",
  "purge-accounts": "Delete closed accounts",
  "relief-chasers": "Remind companies of tax certificates",
  "remove-email-changes": "Delete old changes of email",
  "setting-effect": "Put a change of settings in force",
  "setting-effects": "Put changes of settings in force that are due",
  "signatory-news": "Tell of admins and second signatories",
  "statement-pages": "Encrypt statements anew",
  "statement-reminders": "Remind of statements that end",
  "terms-change-ends": "End the time to answer new terms of a deal",
  "terms-changes-end": "End the time to answer new terms",
  "unconfirmed-newsletter-addresses": "Erase unconfirmed newsletter addresses",
  "unused-brand-files": "Delete unused logos",
  "unused-content-files": "Delete unused pictures of texts",
  "unused-files": "Delete unused files",
  "unused-pictures": "Delete unused profile pictures",
  "webhook-address-mails": "Tell admins of a webhook’s address",
  "webhook-delivery": "Call a webhook",
  webhooks: "Tidy up webhooks",
} as const;

/** The names replace a template's own name where it says too little. */
const mailNames: Partial<Record<MailName, string>> = {
  "funds-nudge": "reminder of what waits in a deal",
  "ledger-mismatch": "difference from the bank",
  "relief-certificate": "tax certificate",
  "relief-certificate-withdrawn": "withdrawn tax certificate",
  "relief-chaser": "reminder of a tax certificate",
  waiting: "what waits for an admin",
  weekly: "weekly summary",
};

export const jobName = (name: string): string =>
  (jobNames as Readonly<Record<string, string>>)[name] ?? withSpaces(name);

export const mailName = (template: string): string => mailNames[template as MailName] ?? withSpaces(template);

const withSpaces = (name: string) => name.replaceAll("-", " ");
