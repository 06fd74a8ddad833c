import type { StatementFormState } from "./statement-messages.ts";

export const statementFormStateLabels: Record<StatementFormState, string> = {
  waiting: "Waiting for sign-off",
  ahead: "Ahead",
  in_force: "In force",
  replaced: "Replaced",
  ended: "Ended",
  withdrawn: "Withdrawn",
};

/** The keys are those in `statementConditions`. */
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
  install: "Install a version",
  from: (from: string, until: string | null) => (until ? `${from} to ${until}` : `From ${from}`),
  hash: "Hash",
  versionLoading: "Loading this version",
  versionFailed: "This version could not be loaded",

  signOff: "Sign off",

  withdraw: "Withdraw",
} as const;

export const installMessages = {
  fileHint: "An .html or .txt file; its text is added at the end.",
  fieldLabel: (field: string) => `${field}: what is asked for`,
  declaration: (number: number) => `Declaration ${number}`,
  preview: "What members will read",
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
