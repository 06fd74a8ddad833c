import type { Mailing } from "./deal-mailings.ts";

export const mailingStateLabels: Record<Mailing["state"], string> = {
  sending: "Being sent",
  paused: "Paused",
  stopped: "Stopped",
};

export const dealMailingMessages = {
  mails: "Emails",
  next: {
    release: "With the release, if it were now",
    reminder: "A reminder",
  },
  nextText: {
    release: "It is sent as the deal is released.",
    reminder: "There is one of each deal at most. It says until when the deal is open, and nothing that hurries.",
    call: "It says when the call is. The link is given on the deal’s page, at the time, to whoever asked to join.",
  },
  send: { reminder: "Send the reminder", call: "Send the invitation" },
  leftOutText: (people: number, reason: string) => `${people} ${reason}`,
  sent: {
    release: "The release",
    reminder: "The reminder",
    answers: "Answers",
  },
  startedBy: (name: string | null, when: string) => (name ? `${name}, ${when}` : when),
  counts: {
    sent: "Sent",
  },
} as const;

export const dealEvidenceMessages = {
  pack: "Evidence (ZIP)",
  readMeName: "READ ME.txt",
  readMe: [
    "What members were shown of one deal. Times are UTC; days are days in London.",
    "",
    "shown.csv       each time that a list, page, mail, document, answer or call was shown to somebody, and the statement",
    "                that was current then",
    "statements.csv  those statements, without their figures",
    "seals.csv       the chain over the register of all deals: each SHA-256 is of the one before, the day and the hashes",
    "                of the day's rows",
    "versions.csv    what was signed and approved by whom; versions/N.html is version N, byte for byte, and its SHA-256",
    "                is the one in the table",
    "documents.csv   every file of the room; documents/ has those that a version took along, as they were uploaded",
    "openings.csv    who opened which document, and which of its pages were sent to them, each with their name on it",
    "mails.csv       each mail about the deal, and why it was not sent where it was not",
    "questions.csv   what was asked and answered",
    "calls.csv       who asked to join a call with the founders, and who joined",
    "moves.csv       the deal's way through the pipeline",
    "lists.json      the lists that two signed, with each signature: `npm run verify-acts -- lists.json` checks them",
    "",
  ],
} as const;
