export const contentKinds = ["article", "news", "faq", "site_page", "page", "co_founder", "event", "company"] as const;
export type ContentKind = (typeof contentKinds)[number];

export const contentKindLabels: Record<ContentKind, string> = {
  article: "Article",
  news: "News",
  faq: "Question",
  site_page: "Page of the site",
  page: "Legal page",
  co_founder: "Co-founder",
  event: "Event",
  company: "Company",
};

export const contentStates = ["draft", "scheduled", "published"] as const;
export type ContentState = (typeof contentStates)[number];
export const contentStateLabels: Record<ContentState, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Published",
};

export const faqGroups = ["members", "founders"] as const;
export const companyStatuses = ["Active", "Exited", "Failed"] as const;

export const articleCategories = [
  "Startup Growth",
  "Founder Evaluation",
  "Funding",
  "Angel Investing",
  "Tax Relief",
  "Valuation",
  "Metrics",
] as const;

export const newItemTitle = (kind: ContentKind): string =>
  kind === "news" ? "New news item" : `New ${contentKindLabels[kind].toLowerCase()}`;

/** The button that begins one. */
export const addsContent = (kind: ContentKind): string => {
  if (kind === "news") return "Add a news item";
  return `Add ${kind === "article" || kind === "event" ? "an" : "a"} ${contentKindLabels[kind].toLowerCase()}`;
};

/** Pages belong to the site: there are no others, and none is removed. */
export const isFixedKind = (kind: ContentKind): kind is "page" | "site_page" => kind === "page" || kind === "site_page";
export const creatableKinds = contentKinds.filter((kind) => !isFixedKind(kind));
/** Admins choose the order of these. */
export const orderedKinds = ["faq", "co_founder", "company"] as const;

export const documentTypes = ["application/pdf", "text/csv", "text/plain"] as const;
export const maximumDocumentBytes = 20 * 1024 * 1024;

export const contentMessages = {
  revisionConflict: "Somebody else has saved this meanwhile. Compare both texts before you save.",
  slugTaken: "Another item of this kind has this address.",
  slugFixed: "The address of what was published stays, so that links to it keep working.",
  slugForm: "Please use lower-case letters, digits and single hyphens.",
  pageRequired: "The site links to this page, so it can be edited and not removed.",
  timePassed: "Please choose a time that is still to come.",
  endsBeforeStart: "The end has to be after the start. If the event ends on a later day, please give that day.",
  pictureForm: "Please choose a picture from this site.",
  documentForm: "Please upload a file, or enter a web address that begins with https://",
  wholeNumber: "Please enter a whole number up to 100,000.",
  view: "Content",
  saving: "Saving...",
  preview: "Preview the page",
  publishFailed: "Failed to publish.",
  publishAtTime: "Publish at a time",
  changeFailed: "That did not work.",
  notLoadedText: "Something broke on the way. Trying again often helps.",
  conflictTitle: (name: string, moment: string) => `${name} saved this on ${moment}, after you opened it.`,
  versions: "Versions",
  version: (number: number) => `Version ${number}`,
  uploadFailed: "Failed to upload the file.",
  fileGone: "A file that was chosen before this page was loaded again is not here any more. Please choose it again.",
  unknownValue: (name: string, names: readonly string[]) =>
    `There is no value {${name}}. The page can use ${names.map((each) => `{${each}}`).join(", ")}.`,
  linkForm: (href: string) =>
    `The link to ${href} leads nowhere. Use an address that begins with https://, mailto: or /.`,
  sectionsForm: "Please keep the sections of the page and their order.",
  pointsMost: (maximum: number) => `Please use at most ${maximum}.`,
  pointsFixed: (count: number) => `Please keep all ${count}: they can be reworded, and hidden together.`,
  weeksForm: "Please enter weeks, such as 1 or 1-4.",
  uncheckedFigure: "Please check this figure, and tick it.",
  uncheckedFigures: "Please check each figure that is typed into the text.",
  typedFigure: (sentence: string, figures: readonly string[], values: readonly string[]) =>
    `“${sentence}” has ${figures.join(" and ")} typed into it, which stays when Settings change.${
      values.length > 0
        ? ` Settings have the same: write ${values.map((name) => `{${name}}`).join(" or ")} instead.`
        : ""
    }`,
  scheduledFigures:
    "A figure was typed into the text after its publication was scheduled. Cancel the publication and schedule it again.",
  addEntry: { updates: "Add an update", documents: "Add a document" },
} as const;
