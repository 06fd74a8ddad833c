import { paletteMessages } from "#shared/palette-messages.ts";
import type { Club } from "#shared/settings.ts";
import type { WaitingCounts } from "#shared/waiting-counts.ts";
import { mainLinks } from "../nav-link.tsx";
import { letterOf, type Place } from "./shortcuts.ts";

export interface Entry {
  label: string;
  hint: string;
  to: string;
  /** After G. */
  letter?: string | undefined;
}

const { hints } = paletteMessages;

/** The screens that the person may open, then the public pages. */
export function pageEntries({ tabs, addressOf }: Place, club: Club, counts: WaitingCounts | undefined): Entry[] {
  const screens = tabs.flatMap((tab): Entry[] => {
    const rows = "screens" in tab ? tab.screens : [tab];
    return rows
      .filter((row) => !row.isHidden?.(club, counts))
      .map((row) => {
        const waiting = row.count && !row.isForOthers ? (counts?.[row.count] ?? 0) : 0;
        return {
          label: row.label,
          hint: waiting > 0 ? hints.waiting(tab.label, waiting) : row === tab ? "" : tab.label,
          to: row === tab ? addressOf(tab) : addressOf(tab, row),
          letter: row === tab ? letterOf(tab.path) : letterOf(tab.path, row.path),
        };
      });
  });
  return [...screens, ...mainLinks.map(({ label, to }) => ({ label, hint: hints.site, to }))];
}

/** Those that have every word, in name or place; names that begin with it come first. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = entries.filter(({ label, hint }) => {
    const text = plain(`${label} ${hint}`);
    return words.every((word) => text.includes(word));
  });
  const rank = ({ label }: Entry) => (plain(label).startsWith(words[0] ?? "") ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** Where the query is in the label: before, it, after. */
export function marked(label: string, query: string): [string, string, string] {
  const wanted = plain(query.trim());
  const start = wanted === "" ? -1 : plain(label).indexOf(wanted);
  // An accent is a character of its own in some spellings: what cannot be marked exactly is not.
  if (start < 0 || plain(label).length !== label.length) return [label, "", ""];
  const end = start + wanted.length;
  return [label.slice(0, start), label.slice(start, end), label.slice(end)];
}

/** Letter case and accents make no difference. */
const plain = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
