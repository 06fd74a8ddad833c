import { diffArrays } from "diff";

export interface WordRun {
  text: string;
  change?: "added" | "removed";
}

/** Whole words: parts of them would be shorter to write and harder to read. */
export const diffWords = (before: string, after: string): WordRun[] =>
  diffArrays(wordsIn(before), wordsIn(after), { comparator: isSameWord }).map(({ value, added, removed }) => ({
    text: value.join(""),
    ...(added && { change: "added" }),
    ...(removed && { change: "removed" }),
  }));

const wordsIn = (text: string): string[] => text.match(/\S*\s+|\S+$/g) ?? [];

const isSameWord = (one: string, other: string): boolean => one.replace(/ +$/, "") === other.replace(/ +$/, "");
