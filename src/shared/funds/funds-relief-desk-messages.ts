const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;

export const reliefPartMessages = {
  waiting: (days: number) => (days === 0 ? "Waiting since today" : `Waiting for ${count(days, "day", "days")}`),
  recordText: {
    filed: "The day on which the company sent its compliance statement to HMRC.",
    authorised: "The day of HMRC’s answer, and the reference on it.",
    certified: "The day on which the company made out the certificates.",
  },
  uploaded: (certificates: number) =>
    certificates === 0 ? "Nothing new in this file" : `${count(certificates, "certificate", "certificates")} came in`,
  leftOutOf: (files: number, name: string) =>
    `${count(files, "file", "files")} of ${name} ${files === 1 ? "was" : "were"} left out.`,
  toRead: (what: string) => `${what} could not be read`,
  actions: "Actions",
  asRead: "It could not be read: please type it as it is on the certificate.",
  matching: "Matching...",
  matchFailed: "Not matched",
  matchedAll: (certificates: number) => `${count(certificates, "certificate", "certificates")} matched`,
  leftOut: (certificates: number) => `${count(certificates, "certificate stays", "certificates stay")}.`,
  open: "PDF",
  openFailed: "The certificate was not opened",
  member: "Member",
  shares: "Shares",
  cost: "Cost, without the fee",
  state: "Certificate",
  states: {
    waiting: "Waiting",
    delivered: "Delivered",
    not_wanted: "Wants no relief",
    not_a_taxpayer: "Pays no tax in the UK",
  },
  membersTotal: (members: number) => count(members, "member", "members"),
} as const;
