import type { StatementFormState } from "./statement-messages.ts";

/** Of the admins' screen. */
export const statementFormStateLabels: Record<StatementFormState, string> = {
  waiting: "Waiting for sign-off",
  ahead: "Ahead",
  in_force: "In force",
  replaced: "Replaced",
  ended: "Ended",
  withdrawn: "Withdrawn",
};

/** By their keys in `statementConditions`. */
export const conditionLabels: Record<string, string> = {
  income: "Income",
  net_assets: "Net assets",
  private_equity: "Work in private equity or finance for companies",
  director: "Director of a company",
  investments: "Investments in companies",
  network: "Member of a network of business angels",
};

export const conditionFieldLabels: Record<string, string> = {
  amount: "The amount",
  organisation: "The organisation",
  company: "The company",
  company_number: "The company’s number",
  number: "How many",
  network: "The network",
};

export const formDeskMessages = {
  label: "Statement forms",
  caption: "Versions of statement forms, newest first",
  loading: "Loading statement forms",
  fetchFailed: "The statement forms did not load.",
  emptyTitle: "No forms yet",
  emptyText: "Members can sign a statement once a form is installed here and another admin has signed it off.",
  kind: "Kind of form",
  install: "Install a version",
  sample: "Sample",
  sampleClub: "The sample club",
  from: (from: string, until: string | null) => (until ? `${from} to ${until}` : `From ${from}`),
  nobody: "A deleted account",
  copyHash: "Copy",
  hash: "Hash",
  hashCopied: { title: "Hash Copied", description: "The whole hash is on your clipboard." },
  startFrom: "New version from this",
  text: "What members read",
  versionLoading: "Loading this version",
  missing: "No such version",
  missingText: "This version of a form does not exist.",
  versionFailed: "This version did not load",

  signOff: "Sign off",
  signOffTitle: (version: string) => `Sign off ${version}?`,
  signOffText:
    "You confirm that you have compared this text with the law, word by word, with what is bold and with each figure. From its first day members sign it; a version that began earlier is then replaced. It can be withdrawn, and never changed.",
  signOffCancel: "Not yet",
  signOffBusy: "Signing off",
  signedOff: "Form Signed Off",
  signOffFailed: "The form was not signed off",

  withdraw: "Withdraw",
  withdrawTitle: (version: string) => `Withdraw ${version}?`,
  withdrawText:
    "From now on nobody signs it, for good. A version that began before it counts again if its days allow. Statements that were signed stay.",
  withdrawHint: "Admins read it here.",
  withdrawn: "Form Withdrawn",
  withdrawFailed: "The form was not withdrawn",
  withdrawnBecause: (reason: string) => `Withdrawn: ${reason}`,
} as const;

export const installMessages = {
  what: "About this version",
  versionLabel: "Version",
  versionHint: "What you call it, such as the month from which it holds.",
  lawReference: "Law",
  lawHint: "The article it follows, and the law that last changed it.",
  validFrom: "First day",
  validUntil: "Last day",
  validHint: "In London, both days included.",
  lastDayHint: "Empty until another version follows.",
  title: "Title",
  statement: "Text of the statement",
  statementHint:
    "Paste it from the law’s own page or from Word. Bold words, headings, paragraphs and items of lists are kept. Compare the result with the law: this screen cannot.",
  chooseFile: "Add from a file",
  fileHint: "An .html or .txt file; its text is added at the end.",
  fileFailed: "This file could not be read",
  fileTooLarge: "A form’s file has at most 1 MB.",
  conditions: "Conditions",
  conditionsHint: "Which of them the law has, each in its words. Members answer No or Yes to each.",
  conditionText: (condition: string) => `Text of the condition: ${condition}`,
  fieldLabel: (field: string) => `${field}: what is asked for`,
  least: "At least",
  leastPounds: "At least, in pounds",
  nearestPounds: "To the nearest, in pounds",
  noneText: "The answer if no condition applies",
  noneHint: "Members tick it instead of a Yes.",
  declarations: "Declarations",
  declarationsHint: "Members tick each of them before they sign.",
  declaration: (number: number) => `Declaration ${number}`,
  addDeclaration: "Add a declaration",
  remove: "Remove",
  preview: "What members will read",
  previewHash: "Hash of this version",
  noHash: "The hash shows once the form is complete.",
  noHashHere: "This browser shows the hash on https only. The version’s page has it once it is installed.",
  submit: "Install this version",
  busy: "Installing",
  installed: "Form Installed",
  installedText: "Another admin can sign it off now.",
  failed: "The form was not installed",
  bold: "Bold",
  heading: "Heading",
  item: "Item of a list",
  tools: "Text",
  leftOut: (parts: string) => `Left out of what you added: ${parts}. Please compare the text with the law.`,
} as const;

export const leftOutParts = {
  pictures: "pictures",
  tables: "tables, whose words are kept",
  links: "addresses of links, whose words are kept",
  styles: "italics, underlining and other marks that are not bold",
  deleted: "marks of deleted words, which now read as any other",
  numbers: "numbers or letters of list items, which you have to type",
  notes: "raised figures, which now stand in the line",
} as const;
export type LeftOutPart = keyof typeof leftOutParts;
