import { Fragment } from "react";

import type { WordRun } from "./diff-words.ts";
import "#web/styles/difference.css";

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
