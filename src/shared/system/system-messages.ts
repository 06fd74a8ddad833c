import { counted } from "#shared/counted.ts";
import { formatMoment } from "#shared/london-time.ts";
import type { MailName } from "#shared/notices/notice-rules.ts";
import { partOf } from "#shared/part-of.ts";

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
  "message-ends": "End messages that are sent, and start those whose time has come",
  "message-mails": "Write a message to members",
  "message-start": "Start a planned message",
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

const mailName = (template: string): string => mailNames[template as MailName] ?? withSpaces(template);

const withSpaces = (name: string) => name.replaceAll("-", " ");

export const systemMessages = {
  elsewhere: (host: string) => `This backup is on another machine: ${host}.`,
  notReady: "This backup cannot be downloaded.",
  fileGone: "The file of this backup is not on the disk any more.",
  loading: "Loading the state of the system",
  queue: "Emails and jobs in the queue",
  mailCounts: ({ waiting, failed, done }: Record<"waiting" | "failed" | "done", number>, hasNoServer: boolean) =>
    `Emails: ${waiting} waiting, ${failed} failed, ${done} ${hasNoServer ? "written to files" : "sent"} in the last seven days.`,
  queueing: "Queueing",
  queued: (kind: "mail" | "job", name: string) => (kind === "mail" ? `Email: ${mailName(name)}` : jobName(name)),
  backups: "Backups",
  download: "Download",
  versions: "Versions and sizes",
  database: "Database",
  places: { embedded: "Part of the club, in its data folder", operator: "A server of the operator" },
  poolers: { on: "In transaction mode", off: "None" },
  preparedStates: { on: "On", off: "Off: PostgreSQL plans each read anew" },
  replicaUp: (bytes: string, seconds: number) =>
    seconds === 0
      ? "Up to date"
      : `${bytes} behind, for ${seconds < 1 ? "less than a second" : `${Math.round(seconds)} s`}`,
  replicaShare: ({ answered, behind, failed }: Record<"answered" | "behind" | "failed", number>) => {
    const asked = answered + behind + failed;
    if (asked === 0) return "Not asked since this process started";
    const count = (number: number) => number.toLocaleString("en-GB");
    return `${partOf(answered, asked)} of ${count(asked)} answered by it; for ${count(behind)} it was behind, ${count(failed)} failed`;
  },
  jobs: "Background jobs",
  clientErrors: "Errors of browsers",
  jobCounts: (jobs: number, failed: number) =>
    `${counted(jobs, "job")}, ${failed === 0 ? "none" : failed} failed at the last run`,
  errorCount: (errors: number) => (errors === 0 ? "None in the last 14 days" : `${errors} in the last 14 days`),
} as const;

export const jobStateWords = { waiting: "Waiting", running: "Running", failed: "Failed", done: "Done" } as const;

/** Good, for later, or to be mended now. */
export const checkStates = ["good", "open", "wrong"] as const;

export const checkKeys = [
  "setup",
  "mail",
  "backup",
  "app_url",
  "second_admin",
  "admin_two_factor",
  "examples",
  "starter_texts",
  "postgresql",
  "node",
  "replica",
] as const;

export const checkLabels: Record<(typeof checkKeys)[number], string> = {
  setup: "Setup",
  mail: "Email",
  backup: "Backup",
  app_url: "Address",
  second_admin: "Second admin",
  admin_two_factor: "Two-factor sign-in",
  examples: "Examples",
  starter_texts: "Starter texts",
  postgresql: "PostgreSQL",
  node: "Node.js",
  replica: "Replica",
};

/** What it is, or what to do. @param value as the server gives it; times as they are shown. */
export function describeCheck(
  key: (typeof checkKeys)[number],
  state: (typeof checkStates)[number],
  value: string | null,
): string {
  return (state === "good" ? describeGood : describeToDo)[key](value ?? "");
}

const describeGood: Record<(typeof checkKeys)[number], (value: string) => string> = {
  setup: () => "The club is set up.",
  mail: () => "Emails are sent.",
  backup: (when) => `The latest is of ${when}, and was read back.`,
  app_url: (url) => url,
  second_admin: (value) => {
    const [count, from] = value.split(" ");
    return `${count} admins.${from ? ` A second can confirm what another entered from ${formatMoment(new Date(from))}, if nobody objects.` : ""}`;
  },
  admin_two_factor: () => "All admins have it.",
  examples: () => "None is left.",
  starter_texts: () => "The club has its own.",
  postgresql: (version) => `${version} is supported.`,
  node: (version) => `${version} is supported.`,
  replica: () => "It answers reads.",
};

const starterTextNames: Record<string, string> = {
  "identity.name": "name",
  "identity.operator": "operator",
  "identity.company_number": "company number",
  "identity.address": "address",
  "identity.contact_email": "contact email",
  "identity.regulation": "regulation",
  "identity.taglines": "taglines",
  "identity.motto": "motto",
  "identity.mission": "mission",
  warnings: "risk warnings",
  deal_texts: "deal warnings (where they say “Sample wording, version 1.”)",
  nominee: "nominee",
  plans: "plans with what each offers",
  terms: "fees and minimum",
  figures: "figures",
  links: "links to other sites",
  pages: "legal pages and their date",
  "stats.sample": "members’ figures",
  stats: "members’ figures (“£0” is typed, while members hold shares)",
};

/** These may be right as they came: saving them is enough. */
const rightOnceSaved = ["warnings", "plans", "terms", "figures"];

const mailToDo: Record<string, string> = {
  missing: "No mail server is set: emails are only written to files. Ask whoever runs the server to connect one.",
  failing: "The latest email failed. Its reason is below.",
  unproven: "No email was sent in the last seven days. Send a test email.",
};

const describeToDo: Record<(typeof checkKeys)[number], (value: string) => string> = {
  setup: (name) =>
    name ? `${name} has begun and not finished it.` : "Say who the club is, and what its site starts with.",
  mail: (problem) => mailToDo[problem] ?? "",
  backup: (problem) => {
    if (problem === "failed") return "The latest failed. Its reason is below.";
    return problem
      ? `The latest is of ${problem}. Make one now.`
      : "There is no backup of this installation. Make one now.";
  },
  app_url: (url) => `${url} is not encrypted. Ask whoever runs the server to set up https and to change APP_URL.`,
  second_admin: (value) =>
    value.endsWith("objected")
      ? `${value.split(" ")[0]} admins, and no two who can confirm for each other: see People → Admins.`
      : "Propose a member under People → Admins, so that the club is not locked out with you. A second signatory confirms it or, without one, two members who have been in the club for 7 days. 7 days later the new admin signs for money.",
  admin_two_factor: (count) =>
    `${count === "1" ? "One admin is without it" : `${count} admins are without it`}. Each sets it up under Account.`,
  examples: (count) =>
    count === "1"
      ? "One example text is left. Edit or delete it."
      : `${count} example texts are left. Edit or delete them.`,
  starter_texts: (names) => {
    const list = names.split(",");
    const wordsOf = (some: string[]) => some.map((name) => starterTextNames[name]).join(", ");
    const savable = list.filter((name) => rightOnceSaved.includes(name));
    const only = savable.length === list.length ? "" : ` (${wordsOf(savable)})`;
    const orSave = savable.length === 0 ? "" : `, or save them once if they are right${only}`;
    const orPublish = list.includes("pages") ? " Publish the legal pages under Content, as they are or changed." : "";
    return `Still as they came with the app: ${wordsOf(list)}. Change them${orSave}.${orPublish}`;
  },
  postgresql: (version) => `${version} lacks security fixes. Update it.`,
  node: (version) => `${version} gets no security fixes any more. Update it.`,
  replica: (problem) =>
    problem === "away"
      ? "It does not answer. The club works without it, more slowly: tell the person who runs the server."
      : "It is more than a minute behind, so the primary answers most reads: tell the person who runs the server.",
};
