import { plainText } from "#shared/match-words.ts";

export interface Findable {
  label: string;
  hint: string;
  /** Synonyms, not shown, with a comma between them. */
  words?: string | undefined;
}

export interface Entry extends Findable {
  to: string;
  /** The letter is pressed after G. */
  letter?: string | undefined;
  /** Its name is not kept: it tells what waits now, or a deal that is shown for as long as a statement counts. */
  isPassing?: true;
}

/** Done at once, where it is. */
export interface Command extends Findable {
  run: () => void;
}

export type Result = Entry | Command;

const fillers = new Set("a an and are do for has have how i is me my of our the to what where who your".split(" "));
/** What of a record is asked for, beside its name; each as it is typed, in the singular. */
const things = new Set(
  (
    "allocation amount answer bank call card certificate commit commitment cost deck detail document email fee file figure " +
    "holding investment last latest list money new newest note page part payment people plan price profile question read risk " +
    "role share stake sum team term timeline tier update valuation value worth"
  ).split(" "),
);
/** What asks for somebody who knows something, beside what it is. */
const askers = new Set("about anybody anyone expert find help in know on somebody someone with".split(" "));
/** A shorter word with a wrong letter is mostly another word. */
const forgivenFrom = 5;

/**
 * Entries that have every word of the query in label, synonyms or hint, the best first. A word fits at its beginning; case,
 * accents, hyphens and the plural make no difference.
 */
export const matching = <Found extends Findable>(entries: readonly Found[], query: string): Found[] =>
  ranked(entries, query, rank);

/** As `matching`, but by label and synonyms only and in the order given. */
export const matchingInOrder = <Found extends Findable>(entries: readonly Found[], query: string): Found[] =>
  ranked(entries, query, (entry, asked) => (rank({ ...entry, hint: "" }, asked) === undefined ? undefined : 0));

/** Entries that have every word if one letter of each longer one is wrong, missing, too many or swapped with the next. */
export const matchingMisspelt = <Found extends Findable>(
  entries: readonly Found[],
  query: string,
  fewest = forgivenFrom,
): Found[] => ranked(entries, query, rankBy(isMisspelt(fewest)));

/** As `matchingMisspelt`, of words that are typed in part too. */
export const matchingForgiving = <Found extends Findable>(
  entries: readonly Found[],
  query: string,
  fewest = forgivenFrom,
): Found[] => ranked(entries, query, rankBy(isClose(fewest)));

const rankBy =
  (fits: (word: string, asked: string) => boolean): Rank =>
  ({ label, words = "" }, asked) =>
    asked.every(holder(`${label} ${words}`, fits)) ? 0 : undefined;

/** @returns the words that may name a record, of a query that has words for a thing of it too; otherwise "". */
export function nameIn(query: string): string {
  const asked = askedWords(query);
  const name = asked.filter((word) => !things.has(singular(word)));
  return name.length < asked.length ? name.join(" ") : "";
}

/** @returns what somebody is asked to know, such as "pricing" of "who knows about pricing". */
export const subjectOf = (query: string): string =>
  askedWords(query)
    .filter((word) => !askers.has(singular(word)))
    .join(" ");

/** Of the letters of the longer word, those that may differ. */
const farthest = 0.5;

/** The entries with a word that is written much like one of the query, for a query that finds nothing. */
export function nearest<Found extends Findable>(entries: readonly Found[], query: string, count: number): Found[] {
  const asked = askedWords(query).map(joined);
  const distanceOf = ({ label, words = "" }: Found) =>
    Math.min(
      ...asked.flatMap((word) =>
        wordsOf(`${label} ${words}`).map((other) => distance(word, other) / Math.max(word.length, other.length)),
      ),
    );
  return entries
    .map((entry) => ({ entry, far: distanceOf(entry) }))
    .filter(({ far }) => far <= farthest)
    .toSorted((one, other) => one.far - other.far)
    .slice(0, count)
    .map(({ entry }) => entry);
}

/** Where the query, or else its first word that is there, is in the label: before, it, after. */
export function marked(label: string, query: string): [string, string, string] {
  const plain = plainText(label);
  // An accent is a character of its own in some spellings: what cannot be marked exactly is not.
  if (plain.length !== label.length) return [label, "", ""];
  const whole = plainText(query.trim());
  const wanted = [whole, ...askedWords(query)].find((words) => words !== "" && startIn(plain, words) >= 0);
  if (!wanted) return [label, "", ""];
  const start = startIn(plain, wanted);
  const end = start + wanted.length;
  return [label.slice(0, start), label.slice(start, end), label.slice(end)];
}

/** @returns the index of the words where a word begins, or -1. */
function startIn(plain: string, words: string): number {
  let start = plain.indexOf(words);
  while (start > 0 && /[\p{L}\p{N}]/u.test(plain.charAt(start - 1))) start = plain.indexOf(words, start + 1);
  return start;
}

/** Entries that have words in the hint alone are left out where others have them in the label or as synonyms. */
const byHint = 5;

type Rank = (entry: Findable, asked: string[]) => number | undefined;

function ranked<Found extends Findable>(entries: readonly Found[], query: string, rankOf: Rank): Found[] {
  const asked = askedWords(query);
  if (asked.length === 0) return [];
  const found = entries.flatMap((entry) => {
    const place = rankOf(entry, asked);
    return place === undefined ? [] : [{ entry, place }];
  });
  const isNamed = found.some(({ place }) => place < byHint);
  return found
    .filter(({ place }) => !isNamed || place !== byHint)
    .toSorted((one, other) => one.place - other.place)
    .map(({ entry }) => entry);
}

function rank({ label, hint, words = "" }: Findable, asked: string[]): number | undefined {
  const whole = joined(asked.join(""));
  const name = joined(askedWords(label).join(""));
  const synonyms = words.split(",").map((phrase) => singular(joined(askedWords(phrase).join(""))));
  if (name.startsWith(whole)) return 0;
  if (synonyms.includes(singular(whole))) return 1;
  if (asked.every(holder(label, begins))) return 2;
  if (asked.every(holder(`${label} ${words}`, begins))) return 3;
  // "back up" finds "backup".
  if (asked.length > 1 && synonyms.some((phrase) => phrase.startsWith(whole))) return 4;
  return asked.every(holder(`${label} ${words} ${hint}`, begins)) ? byHint : undefined;
}

/** Returns a check that a word of the query is in the text: a compound joined or in its parts. */
function holder(text: string, fits: (word: string, asked: string) => boolean): (asked: string) => boolean {
  const words = wordsOf(text);
  const has = (asked: string) => words.some((word) => fits(word, asked));
  return (asked) => has(joined(asked)) || (asked.includes("-") && asked.split("-").every(has));
}

const begins = (word: string, asked: string): boolean =>
  word.startsWith(asked) || word.startsWith(singular(asked)) || singular(word).startsWith(asked);

const isMisspelt =
  (fewest: number) =>
  (word: string, asked: string): boolean =>
    begins(word, asked) || (asked.length >= fewest && distance(word, asked) <= 1);

const isClose =
  (fewest: number) =>
  (word: string, asked: string): boolean => {
    if (begins(word, asked)) return true;
    const { length } = asked;
    return length >= fewest && [length - 1, length, length + 1].some((end) => distance(word.slice(0, end), asked) <= 1);
  };

/** The words of a query without those that say nothing, unless it has no others. */
function askedWords(query: string): string[] {
  const all = chunksOf(query);
  const telling = all.filter((word) => !fillers.has(word));
  return telling.length > 0 ? telling : all;
}

const wordsOf = (text: string): string[] =>
  chunksOf(text).flatMap((word) => (word.includes("-") ? [...word.split("-"), joined(word)] : [word]));

const chunksOf = (text: string): string[] =>
  plainText(text)
    .split(/[\s,()/:;·…"?!&]+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""))
    .filter((word) => word !== "");

const joined = (word: string): string => word.replaceAll("-", "");

function singular(word: string): string {
  if (word.length < 4) return word;
  return word
    .replace(/ies$/, "y")
    .replace(/(s|x|ch|sh)es$/, "$1")
    .replace(/([^su])s$/, "$1");
}

/** Damerau-Levenshtein (optimal string alignment): letters wrong, missing, too many, or swapped with the next. */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const at = (list: number[], index: number) => list[index] ?? 0;
      const cost = one[row - 1] === other[column - 1] ? 0 : 1;
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(above, column) + 1,
          at(current, column - 1) + 1,
          at(above, column - 1) + cost,
          isSwapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = above;
    above = current;
  }
  return above[other.length] ?? 0;
}
