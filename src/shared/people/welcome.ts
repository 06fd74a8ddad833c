import { firstNameOf } from "./first-name.ts";

/** Of the email that tells somebody that they are approved. */
export const welcomeSubject = (typed: string | null, name: string | null, club: string): string =>
  typed ? filled(typed, name) : `Welcome to ${club}: your membership is approved`;

/** Each line is one. */
export const welcomeParagraphs = (typed: string | null, name: string | null): string[] =>
  filled(typed ?? "", name)
    .split(/[\r\n]+/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

const filled = (text: string, name: string | null): string =>
  text.replaceAll("{first_name}", firstNameOf(name ?? "") || "there");
