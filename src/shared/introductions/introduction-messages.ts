export const introductionMessageLimits = { least: 20, most: 600 } as const;
export const introductionsPerWeek = 5;

export const introductionStates = ["open", "accepted", "declined", "withdrawn", "expired"] as const;
export type IntroductionState = (typeof introductionStates)[number];

/** Whether one could ask the owner of a profile now. */
export const introductionOutlooks = [
  "can_ask",
  "asked",
  "accepted",
  "own",
  "barred",
  "unavailable",
  "too_soon",
  "limit",
] as const;
export type IntroductionOutlookState = (typeof introductionOutlooks)[number];

/** Why one cannot ask. */
export const notAskable: Record<Exclude<IntroductionOutlookState, "can_ask">, string> = {
  asked: "Your request waits for their answer. They have 30 days.",
  accepted: "You have been introduced. Your introductions have the address.",
  own: "This is your own profile.",
  barred: "You cannot ask for introductions at present. Your introductions say why.",
  unavailable: "This member takes no introductions at present.",
  too_soon: "Your last request to this member did not come about. You can ask again 90 days after that.",
  limit: `You have asked ${introductionsPerWeek} times within a week. You can ask again a week after the first of them.`,
};

export const introductionMessages = {
  heading: "Introductions",
  ask: "Ask for an introduction",
  askTitle: (name: string) => `Ask ${name} for an introduction`,
  askNote: "We pass on your message. Neither sees the other’s address before it is accepted; then both do.",
  message: "Your message",
  length: (count: number) => `${count} of ${introductionMessageLimits.most} characters`,
  left: (count: number) => `${count} of ${introductionsPerWeek} requests left this week`,
  send: "Send request",
  sending: "Sending...",
  cancel: "Cancel",
  sent: "Your request is sent.",
  sentText: (name: string) => `${name} has 30 days to answer.`,
  tooShort: `Please write at least ${introductionMessageLimits.least} characters: why you would like to meet`,
  tooLong: `Please keep it under ${introductionMessageLimits.most} characters`,
  againFrom: (day: string) => `From ${day} on you can ask again.`,
  memberSince: (month: string) => `Member since ${month}`,
  until: (day: string) => `To be answered by ${day}`,
  accept: "Accept, share my address",
  decline: "Decline",
  declineNote: "If you decline they are told that it did not come about, without a reason.",
  withdraw: "Withdraw",
  block: (name: string) => `Block ${name}`,
  blockTitle: (name: string) => `Block ${name}?`,
  keepUnblocked: "Do not block",
  blockText: "They can ask you for no introduction any more, and are not told that you blocked them.",
  blocked: "Blocked",
  unblock: "Unblock",
  unblocked: "They can ask you again.",
  blockedHeading: "Members you blocked",
  report: "Report to admins",
  reportTitle: (name: string) => `Report the message of ${name}?`,
  reportText: "The admins then read this message and your reason, and nothing else of your introductions.",
  reportReason: "What is wrong with it",
  reasonMissing: "Please say what is wrong with it",
  reported: "Reported to the admins.",
  isReported: "You reported this message.",
  accepted: "You are introduced. Both of you have a mail with the other’s address.",
  declined: "They are told that it did not come about.",
  withdrawn: "Your request is withdrawn.",
  address: "Address",
  answered: "This request was answered or withdrawn, or its time is over. The list shows how it stands.",
  empty: { title: "No introductions yet", text: "Open a member in the directory and ask to meet them." },
  emptyAction: "Open the directory",
  loading: "Loading your introductions",
  failed: "Failed to fetch introductions",
  settingHeading: "Introductions",
  setting: "Members may ask to be introduced to me",
  settingNote: "Your address is shared only with somebody whose request you accept. When this is off, nobody can ask.",
  settingSaved: { on: "Members may ask you.", off: "Nobody can ask you now." },
  barred: (reason: string) => `You cannot ask for introductions: ${reason}`,
  list: "Your introductions",
} as const;

export const introductionStateWords: Record<IntroductionState, string> = {
  open: "Waiting",
  accepted: "Introduced",
  declined: "Did not come about",
  withdrawn: "Withdrawn",
  expired: "Not answered",
};

export const introductionReportMessages = {
  label: "Reported Messages",
  loading: "Loading reported messages",
  failed: "Failed to fetch reported messages",
  empty: { title: "No reported messages", text: "Nobody has reported a request for an introduction." },
  intro:
    "Requests for an introduction that somebody reported. Other introductions are read by nobody but their two members.",
  wrote: (asker: string, asked: string) => `${asker} to ${asked}`,
  says: (name: string) => `${name} says`,
  dismiss: "Dismiss",
  bar: "End their asking",
  barTitle: (name: string) => `End the introductions of ${name}?`,
  barText: "They can ask nobody any more, and what they asked ends. They are told, with your reason.",
  reason: "Reason, which they read",
  reasonMissing: "Please give a reason",
  lift: "Let them ask again",
  dismissed: "The report is closed.",
  barred: "They can ask nobody any more.",
  lifted: "They can ask again.",
  own: "This is about yourself: another admin has to decide.",
  closed: "Another admin has decided on this report. The list shows how.",
  outcomes: { dismissed: "Dismissed", barred: "Asking ended" },
} as const;

interface Told {
  name: string;
  is_asker: boolean;
  state: IntroductionState;
}

/** The heading of an introduction, as one of the two reads it. */
export function introductionTitle({ name, is_asker, state }: Told): string {
  if (state === "accepted") return `You and ${name} are introduced`;
  if (is_asker) return `You asked ${name}`;
  return state === "open" ? `${name} asks to meet you` : `${name} asked to meet you`;
}
