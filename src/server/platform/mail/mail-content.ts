import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { firstNameOf } from "#shared/people/first-name.ts";

/** Source of both HTML and plain text. */
export interface MailContent {
  subject: string;
  /** Preheader, shown in the inbox list only. */
  preview: string;
  heading: string;
  /** Full name in the greeting. */
  name: string | null;
  /** The body greets its reader itself. */
  isUngreeted?: true;
  body: readonly MailBlock[];
  action?: MailAction;
  afterword: readonly MailBlock[];
  /** Why it was sent, and what to do if unexpected. */
  reason: string;
}

export interface MailAction {
  label: string;
  url: string;
  /** Button colour. */
  tone: "join" | "act";
}

/** Paragraph, a text as somebody wrote it, copyable code, link, a quotation with line breaks, or a table of sums. */
export type MailBlock =
  | string
  | { document: RichTextDocument }
  | { label: string; code: string }
  | { label: string; url: string }
  | { quote: string }
  | { sums: readonly MailSum[] };

export interface MailSum {
  label: string;
  value: string;
  isTotal?: true;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

export function greetingOf({ name }: MailContent): string {
  const firstName = firstNameOf(name ?? "");
  return firstName ? `Hello ${firstName},` : "Hello,";
}

export interface ComposedMail extends RenderedMail {
  template: MailTemplate;
  to: string;
  /** From, unless the operator sets MAIL_FROM. */
  sender: { name: string; address: string };
  /** In place of the club's name, of a personal message. */
  senderName?: string | undefined;
  /** Answers go there; `undefined` before the club has an address. */
  replyTo: string | undefined;
  /** The button's URL. */
  link: string | undefined;
  /** For mail programs, which POST to it (RFC 8058). */
  unsubscribeUrl?: string | undefined;
  calendar?: MailCalendar | undefined;
}

export interface MailCalendar {
  method: "REQUEST" | "CANCEL";
  text: string;
}

/** Input per template, extended by src/server/mails.ts. Ids only: address and text are read when sending. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the declaration in src/server/mails.ts.
export interface MailData {}

export type MailTemplate = keyof MailData;

export type MailRequest = { [T in MailTemplate]: { template: T } & MailData[T] }[MailTemplate];
