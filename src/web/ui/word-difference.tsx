import { Fragment } from "react";
import "#web/styles/difference.css";
import { diffArrays } from "diff";

/** Words added and removed, distinguished by line, background and, for screen readers, by a word. */
export function WordDifference({ words }: { words: readonly WordRun[] }) {
  const keyed = words.map((run, index) => ({ ...run, key: `${index}` }));
  return keyed.map(({ key, text, change }) => {
    if (!change) return <Fragment key={key}>{text}</Fragment>;
    const Tag = change === "added" ? "ins" : "del";
    return (
      <Tag key={key}>
        <span className="sr-only">{messages[change]}</span>
        {text}
        <span className="sr-only">{" end of change, "}</span>
      </Tag>
    );
  });
}

/** Read aloud around the words, and shown between them. */
const messages = {
  added: "added: ",
  removed: "removed: ",
} as const;

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
