export const introductionMessageLimits = { least: 20, most: 600 } as const;
export const introductionsPerWeek = 5;

export const introductionStates = ["open", "accepted", "declined", "withdrawn", "expired"] as const;
export type IntroductionState = (typeof introductionStates)[number];

export const introductionOutlooks = [
  "can_ask",
  "asked",
  "accepted",
  "asks_you",
  "own",
  "no_name",
  "barred",
  "unavailable",
  "too_soon",
  "limit",
] as const;
export type IntroductionOutlookState = (typeof introductionOutlooks)[number];

export const notAskable: Record<Exclude<IntroductionOutlookState, "can_ask">, string> = {
  asked: "Your request waits for their answer. They have 30 days.",
  accepted: "You are introduced.",
  asks_you: "This member has asked to meet you. Your introductions have the request: answer it there.",
  own: "This is your own profile.",
  no_name: "Enter your name under Account first, so that they know who asks.",
  barred: "You cannot ask for introductions at present. Your introductions say why.",
  unavailable: "This member takes no introductions at present.",
  too_soon: "Your last request to this member did not come about. You can ask again 90 days after that.",
  limit: `You have asked ${introductionsPerWeek} times within a week. You can ask again a week after the first of them.`,
};

export const introductionMessages = {
  sending: "Sending...",
  tooShort: `Please write at least ${introductionMessageLimits.least} characters: why you would like to meet`,
  tooLong: `Please keep it under ${introductionMessageLimits.most} characters`,
  reasonMissing: "Please say what is wrong with it",
  answered: "This request was answered or withdrawn, or its time is over. The list shows how it stands.",
  loading: "Loading your introductions",
  failed: "Failed to fetch introductions",
  notDone: {
    ask: "Your request was not sent",
    accept: "Your answer was not sent",
    decline: "Your answer was not sent",
    withdraw: "Your request was not withdrawn",
    block: "Not blocked",
    unblock: "Not unblocked",
    report: "Not reported",
  },
  overtaken: "This request does not wait any more",
} as const;

export const introductionStateWords: Record<IntroductionState, string> = {
  open: "Waiting",
  accepted: "Introduced",
  declined: "Did not come about",
  withdrawn: "Withdrawn",
  expired: "Not answered",
};

export const introductionReportMessages = {
  failed: "Failed to fetch reported messages",
  notDone: "The report was not closed",
  notLifted: "They still cannot ask",
  overtaken: "This report was decided already",
  reasonMissing: "Please give a reason",
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
