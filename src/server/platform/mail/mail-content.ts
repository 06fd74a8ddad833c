import { firstNameOf } from "#shared/first-name.ts";
import type { MailTemplate } from "./mail-request.ts";

/** What a mail says; its HTML and its plain text are both made of it, so that neither says less. */
export interface MailContent {
  subject: string;
  /** Shown beside the subject in a list of mails, and nowhere else. */
  preview: string;
  heading: string;
  /** Full name of the person it greets, as they or an admin wrote it. */
  name: string | null;
  body: readonly MailBlock[];
  action?: MailAction;
  afterword: readonly MailBlock[];
  /** Why this person gets it, and what to do when they did not expect it. */
  reason: string;
}

export interface MailAction {
  label: string;
  url: string;
  /** Joining is ember, everything else pine. */
  tone: "join" | "act";
}

/** A paragraph, something to copy by hand, or somebody's own words, whose line breaks are kept. */
export type MailBlock = string | { label: string; code: string } | { quote: string };

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
  /** Where its button leads. */
  link: string | undefined;
}
