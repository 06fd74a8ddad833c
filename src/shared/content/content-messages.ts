export const contentKinds = ["article", "news", "faq", "page", "co_founder", "event", "company"] as const;
export type ContentKind = (typeof contentKinds)[number];

export const contentKindLabels: Record<ContentKind, string> = {
  article: "Article",
  news: "News",
  faq: "Question",
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

/** Pages belong to the site: there are no others. */
export const creatableKinds = contentKinds.filter((kind) => kind !== "page");
/** In an order that admins choose. */
export const orderedKinds = ["faq", "co_founder", "company"] as const;

export const documentTypes = ["application/pdf", "text/csv", "text/plain"] as const;
export const maximumDocumentBytes = 20 * 1024 * 1024;

export const contentMessages = {
  fetchFailed: "Failed to fetch content.",
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
  loading: "Loading the content",
  nothingYet: { title: "Nothing is written yet", text: "What you write here appears on the site once you publish it." },
  nothingFound: { title: "Nothing found", text: "No item of this kind and state has these words in its title." },
  showAll: "Show everything",
  newKind: "New",
  write: "Write it",
  captionNewestFirst: "Content, what was saved last first",
  captionInOrder: "Content in the order of the site",
  order: "Order",
  up: "Up",
  down: "Down",
  orderFailed: "Failed to change the order.",
  changed: "Changes not public",
  examplesTitle: "Some of this is an example.",
  examplesText:
    "The site came with it, to show what belongs where. Members and visitors see the word “Example” beside it. What you edit is yours and stays.",
  removeExamples: "Remove all examples",
  removeExamplesTitle: "Remove all examples?",
  removeExamplesText:
    "Everything marked as an example is deleted, with its versions. What you have edited and the legal pages stay.",
  examplesRemoved: (count: number) => (count === 1 ? "1 example removed" : `${count} examples removed`),
  examplesFailed: "Failed to remove the examples.",
  edit: "Edit:",
  unsaved: "Not saved yet.",
  savedAt: "Saved",
  saving: "Saving...",
  saved: "Draft Saved",
  saveFailed: "Failed to save the draft.",
  saveDraft: "Save draft",
  preview: "Preview the page",
  previewOf: (revision: number) => `Preview of version ${revision}.`,
  previewText: "Only admins see this page. Buttons and forms do nothing here.",
  backToEditor: "Back to the editor",
  publishNow: "Publish now",
  published: "Published",
  publishFailed: "Failed to publish.",
  notPublic: "Not public.",
  publicVersion: (revision: number, date: string) => `Public: version ${revision}, ${date}.`,
  publishedFrom: (moment: string) => `Will be public from ${moment}, London time.`,
  publishAtTime: "Publish at a time",
  publishAtTimeText:
    "The page, the list, the feed and the search change together. What is saved by then is published; you can cancel it until then.",
  day: "Day",
  timeInLondon: "Time, London",
  keepAsDraft: "Keep as draft",
  scheduled: "Publication Scheduled",
  unschedule: "Cancel the publication",
  unscheduled: "Publication Cancelled",
  unpublish: "Unpublish",
  unpublishTitle: "Take it off the site?",
  unpublishText: "Visitors and members no longer find it. The draft and all versions stay.",
  unpublished: "Unpublished",
  keepPublished: "Keep it public",
  delete: "Delete",
  deleteTitle: "Delete it for good?",
  deleteText: "It goes with all its versions and files. The audit keeps its title.",
  deleted: "Content Deleted",
  deleting: "Deleting...",
  keepItem: "Keep it",
  changeFailed: "That did not work.",
  discard: "Discard changes",
  notLoaded: "This text did not load",
  notLoadedText: "Something broke on the way. Trying again often helps.",
  conflictTitle: (name: string, moment: string) => `${name} saved this on ${moment}, after you opened it.`,
  conflictText: "Nothing of yours is lost. Read both, then choose.",
  somebody: "Somebody",
  compare: "Show the difference",
  keepMine: "Keep mine as a new version",
  takeTheirs: "Take theirs",
  versions: "Versions",
  loadingVersions: "Loading the versions",
  versionsFailed: "Failed to fetch the versions.",
  version: (number: number) => `Version ${number}`,
  compareVersion: "Compare",
  versionAndDraft: (number: number) => `Version ${number} and your draft`,
  restore: (number: number) => `Restore version ${number}`,
  restoreTitle: (number: number) => `Restore version ${number}?`,
  restoreText: "Its text becomes the draft, as a new version. Nothing is published by that.",
  restoreDirtyText: "Its text becomes the draft, and your unsaved changes are gone. Nothing is published by that.",
  restored: (number: number) => `Version ${number} Restored`,
  keepDraft: "Keep the draft",
  noDifference: "Both are the same.",
  differenceNote:
    "Added: underlined on a ground. Taken out: struck through. Both are read aloud as “added” and “removed”.",
  removeEntry: "Remove",
  upload: "Upload a file",
  uploadPicture: "Upload a picture",
  uploading: "Uploading...",
  uploadFailed: "Failed to upload the file.",
  removePicture: "Remove the picture",
  saveFirst: "Save the draft first: then files can be added.",
  documentHint: "PDF, CSV or text up to 20 MB, or the address of a page",
  addressHint: (start: string) => `The end of ${start}… Left empty, it is made of the title.`,
  addressFixed: (start: string) => `The end of ${start}… It stays, since others may link to it.`,
  addEntry: { updates: "Add an update", documents: "Add a document" },
} as const;

export const revisionActionLabels = {
  saved: "saved",
  restored: "restored",
  published: "published",
  unpublished: "unpublished",
} as const;
