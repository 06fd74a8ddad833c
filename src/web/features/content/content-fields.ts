import type { ContentItem } from "#shared/content/content.ts";
import { articleCategories, type ContentKind, companyStatuses, faqGroups } from "#shared/content/content-messages.ts";
import { paths } from "#shared/paths.ts";

export interface ContentField {
  name: string;
  label: string;
  kind:
    | "line"
    | "paragraph"
    | "text"
    | "date"
    | "time"
    | "number"
    | "url"
    | "choice"
    | "picture"
    | "address"
    | "updates"
    | "documents"
    | "sections";
  hint?: string;
  isOptional?: boolean;
  options?: readonly string[];
  /** Returns where an address leads. */
  pathOf?: (slug: string) => string;
}

interface ContentForm {
  /** The fields stand in the middle; the first one names the item. */
  main: readonly ContentField[];
  aside: readonly ContentField[];
}

const clubNameHint = "Write {product} where the club’s name goes; readers see the name";
const logoHint = "JPEG, PNG or WebP up to 5 MB; shown 40 px high";
const portraitHint = "JPEG, PNG or WebP up to 5 MB; shown in a circle, and initials without it";
const excerptHint = "At most 400 characters, also for search engines and links in chats";

const address = (pathOf: (slug: string) => string): ContentField => ({
  name: "slug",
  label: "Address",
  kind: "address",
  isOptional: true,
  pathOf,
});

export const contentForms: Record<ContentKind, ContentForm> = {
  article: {
    main: [
      { name: "title", label: "Title", kind: "line" },
      { name: "body", label: "Text", kind: "text" },
    ],
    aside: [
      { name: "category", label: "Category", kind: "choice", options: articleCategories },
      address(paths.article),
      { name: "excerpt", label: "Excerpt", kind: "paragraph", hint: excerptHint },
      { name: "author", label: "Author", kind: "line", hint: clubNameHint },
      { name: "date", label: "Date", kind: "date", hint: "The newest stands first" },
    ],
  },
  news: {
    main: [
      { name: "title", label: "Title", kind: "line" },
      { name: "body", label: "Text", kind: "text" },
    ],
    aside: [
      { name: "date", label: "Date of the news", kind: "date" },
      address((slug) => `${paths.news}#${slug}`),
      { name: "source_name", label: "Source", kind: "line", isOptional: true },
      { name: "source_url", label: "Address of the source", kind: "url", isOptional: true },
    ],
  },
  faq: {
    main: [
      { name: "question", label: "Question", kind: "line", hint: clubNameHint },
      { name: "answer", label: "Answer", kind: "text" },
    ],
    aside: [
      { name: "group", label: "For", kind: "choice", options: faqGroups },
      {
        name: "section",
        label: "Section",
        kind: "line",
        isOptional: true,
        hint: "Questions of one section stand together",
      },
    ],
  },
  site_page: {
    main: [
      { name: "heading", label: "Heading", kind: "line" },
      { name: "lead", label: "Lead", kind: "paragraph", isOptional: true },
      { name: "sections", label: "Sections", kind: "sections" },
    ],
    aside: [
      {
        name: "title",
        label: "Name of the page",
        kind: "line",
        hint: "In the tab of the browser and in search results",
      },
      { name: "description", label: "Description", kind: "paragraph", hint: excerptHint },
    ],
  },
  page: {
    main: [
      { name: "title", label: "Title", kind: "line" },
      { name: "lead", label: "Lead", kind: "paragraph", hint: clubNameHint },
      { name: "body", label: "Text", kind: "text" },
    ],
    aside: [
      { name: "side", label: "Side heading", kind: "line" },
      { name: "description", label: "Description", kind: "paragraph", hint: excerptHint },
    ],
  },
  co_founder: {
    main: [
      { name: "name", label: "Name", kind: "line" },
      { name: "text", label: "What they do", kind: "paragraph" },
    ],
    aside: [
      { name: "role", label: "Role", kind: "line" },
      { name: "picture", label: "Picture", kind: "picture", isOptional: true, hint: portraitHint },
    ],
  },
  event: {
    main: [
      { name: "title", label: "Title", kind: "line" },
      { name: "description", label: "Description", kind: "paragraph" },
    ],
    aside: [
      { name: "date", label: "Day", kind: "date" },
      { name: "start_time", label: "Starts, London time", kind: "time" },
      { name: "end_time", label: "Ends, London time", kind: "time" },
      { name: "end_date", label: "Last day", kind: "date", isOptional: true, hint: "If it ends on a later day" },
      { name: "location", label: "Place", kind: "line" },
      {
        name: "attendees",
        label: "Attending",
        kind: "number",
        isOptional: true,
        hint: "Of an event that nobody answered here. Otherwise the names that are ticked count",
      },
    ],
  },
  company: {
    main: [
      { name: "name", label: "Name", kind: "line" },
      { name: "what_it_does", label: "What it does", kind: "paragraph", isOptional: true },
      { name: "reason", label: "Why we invested", kind: "paragraph", isOptional: true },
      { name: "updates", label: "Updates", kind: "updates" },
      { name: "documents", label: "Documents", kind: "documents" },
    ],
    aside: [
      { name: "status", label: "Status", kind: "choice", options: companyStatuses },
      address(paths.investment),
      { name: "website", label: "Website", kind: "url", isOptional: true },
      { name: "logo", label: "Logo", kind: "picture", isOptional: true, hint: logoHint },
      { name: "sector", label: "Sector", kind: "line", isOptional: true },
      { name: "stage", label: "Stage", kind: "line", isOptional: true },
      { name: "round", label: "Round", kind: "line", isOptional: true },
      { name: "instrument", label: "Instrument", kind: "line", isOptional: true },
      { name: "tax_relief", label: "Tax relief", kind: "line", isOptional: true },
      { name: "invested_on", label: "Invested on", kind: "date", isOptional: true },
    ],
  },
};

const emptyValue = ({ kind, options }: ContentField): unknown => {
  if (kind === "updates" || kind === "documents" || kind === "sections") return [];
  if (kind === "text") return { type: "doc", content: [{ type: "paragraph" }] };
  if (kind === "number") return 0;
  return options?.[0] ?? "";
};

export const emptyContent = (kind: ContentKind): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(kind).map((field) => [field.name, emptyValue(field)]));

/** What the form begins with: the draft, and the address where the kind has one. */
export const writtenOf = ({ kind, draft, slug }: ContentItem): Record<string, unknown> => ({
  ...emptyContent(kind),
  ...draft,
  ...(fieldsOf(kind).some(({ name }) => name === "slug") && { slug }),
});

export const fieldsOf = (kind: ContentKind): readonly ContentField[] => [
  ...contentForms[kind].main,
  ...contentForms[kind].aside,
];
