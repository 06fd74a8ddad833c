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

export const contentMessages = {
  fetchFailed: "Failed to fetch content.",
  revisionConflict: "Somebody else has saved this meanwhile. Compare both texts before you save.",
  slugTaken: "Another item of this kind has this address.",
  slugFixed: "The address of what was published stays, so that links to it keep working.",
  slugForm: "Please use lower-case letters, digits and single hyphens.",
  pageRequired: "The site links to this page, so it can be edited and not removed.",
  timePassed: "Please choose a time that is still to come.",
  notScheduled: "No publication is scheduled.",
  endsBeforeStart: "The end has to be after the start.",
  pictureForm: "Please choose a picture from this site.",
} as const;
