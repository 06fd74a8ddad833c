export const exportMessages = {
  title: "Export",
  tables: "Tables",
  serverTables: { holdings: "Holdings", flows: "Payments", valuations: "Prices" },
  notSaved: "The file was not saved",
} as const;

/** Texts of the copy that a member keeps in case the club is gone. */
export const bundleMessages = {
  parts: [
    "index.html, which opens in any browser and leads to everything else",
    "Your holdings, flows and prices, each tax year and the payments in each deal as CSV",
    "Your documents, certificates, signed statements, what you got for shares, and what shows prices and splits",
    "Who holds your shares, as far as the club knows them, and how to find each company and the club",
    "What your companies wrote, quarter by quarter, with their letters",
    "A list of SHA-256 sums, with which anybody can check that no file was changed",
  ],
  notInIt:
    "Documents of open deals and offers of companies are read in the club alone, and are not in it. The instruction that you signed for a deal becomes a document once its shares are issued.",
  failed: "The copy was not made",

  readMeName: "READ-ME-FIRST.txt",
  indexName: "index.html",
  sumsName: "manifest-sha256.txt",
  readMe: (club: string, moment: string) => [
    `What you hold: your copy from ${club}, as of ${moment}.`,
    "",
    "Unpack this archive and open index.html in a browser. It needs no network.",
    "index.html and manifest-sha256.txt are written last. If one of them is not here, the download broke off:",
    "what is here is right, but it is not all. Download it again.",
    "What could not be read as the archive was made is named in index.html.",
    "To check that nothing was changed since: sha256sum -c manifest-sha256.txt",
  ],

  heading: (club: string) => `What you hold: your copy from ${club}`,
  asOf: (moment: string) => `As of ${moment}.`,
  whole: "This copy is whole: every document that the club keeps for you is in it.",
  notWhole: (count: number) =>
    `This copy is not whole: ${count === 1 ? "one document" : `${count} documents`} could not be read. What is missing is marked below; ask the club for it.`,
  state: {
    whole: "",
    missing: "Missing: it could not be read when this copy was made",
    cut_off: "Cut off: it could not be read to its end",
    changed: "Not as it was filed: its SHA-256 is another one",
    sealed: "Missing: it is sealed with a secret that the club’s server was not given",
  },
  noPowers:
    "This is a copy, not a proof: what proves what you own are the documents in it, and the nominee’s register.",
  holdings: "Your holdings",
  prices: "Prices of a share",
  flows: "What went in and came back",
  contacts: "Whom to ask",
  contactsText:
    "The nominee holds the shares for you by name: they are yours whatever becomes of the club. A company is found by its number in the public register of companies.",
  nominee: "Who holds your shares",
  nomineeOf: (number: string) => `Company number ${number}`,
  nomineeUnknown:
    "The club has not entered who its nominee is, or where. Your certificates and the deeds among your documents name it; ask the club otherwise.",
  updates: "What your companies wrote",
  quarter: "Quarter",
  sentOn: "Sent on",
  letter: "Letter",
  figure: "Figure",
  amount: "Amount",
  corrected: (day: string) => `It corrects what was sent on ${day}.`,
  backToIndex: "Everything in this copy",
  company: "Company",
  number: "Number",
  website: "Website",
  place: "Place",
  heldBy: "Held by",
  held: "Held through",
  certificate: "Certificate",
  club: "The club",
  documents: "Documents",
  document: "Document",
  dated: "Of",
  sum: "SHA-256",
  files: "Files for a spreadsheet",
  ledgerOf: (company: string, deal: string) => `Payments: ${company}, ${deal}`,
  taxYear: (year: string) => `Tax year ${year}`,
  nothing: "Nothing.",
} as const;

export type CopyState = keyof typeof bundleMessages.state;
