import { appearanceMessages } from "#shared/account/appearance-messages.ts";
import { shortcutMessages } from "#shared/account/palette-messages.ts";
import { hasEveryWord, plainText } from "#shared/match-words.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import { type Theme, themes } from "#web/lib/theme.ts";
import { mainLinks } from "../nav-link.tsx";
import { letterOf, type Place } from "./shortcuts.ts";

export interface Entry {
  label: string;
  hint: string;
  to: string;
  /** After G. */
  letter?: string | undefined;
  /** Shown for as long as a statement counts, so its name is not kept. */
  isGated?: true;
}

/** Done at once, where it is. */
export interface Command {
  label: string;
  hint: string;
  run: () => void;
}

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
          hint: waiting > 0 ? `${tab.label}, ${waiting} waiting` : row === tab ? "" : tab.label,
          to: row === tab ? addressOf(tab) : addressOf(tab, row),
          letter: row === tab ? letterOf(tab.path) : letterOf(tab.path, row.path),
        };
      });
  });
  return [...screens, ...mainLinks.map(({ label, to }) => ({ label, hint: "Public site", to }))];
}

interface Acts {
  theme: Theme;
  chooseTheme: (theme: Theme) => void;
  showShortcuts: () => void;
  signOut: () => void;
}

export const commandsFor = ({ theme, chooseTheme, showShortcuts, signOut }: Acts): Command[] => [
  ...themes.toReversed().map((value) => ({
    label: appearanceMessages.themes[value],
    hint: value === theme ? "Colours, chosen now" : appearanceMessages.label,
    run: () => chooseTheme(value),
  })),
  { label: shortcutMessages.title, hint: "?", run: showShortcuts },
  { label: "Sign out", hint: "Log out of this browser", run: signOut },
];

/** Those that have every word, in name or place; names that begin with it come first. */
export function matching<Found extends Pick<Entry, "label" | "hint">>(
  entries: readonly Found[],
  query: string,
): Found[] {
  const found = entries.filter(({ label, hint }) => hasEveryWord(`${label} ${hint}`, query));
  const [first = ""] = plainText(query.trim()).split(/\s+/);
  const rank = ({ label }: Found) => (plainText(label).startsWith(first) ? 0 : 1);
  return found.toSorted((one, other) => rank(one) - rank(other));
}

/** Where the query is in the label: before, it, after. */
export function marked(label: string, query: string): [string, string, string] {
  const wanted = plainText(query.trim());
  const start = wanted === "" ? -1 : plainText(label).indexOf(wanted);
  // An accent is a character of its own in some spellings: what cannot be marked exactly is not.
  if (start < 0 || plainText(label).length !== label.length) return [label, "", ""];
  const end = start + wanted.length;
  return [label.slice(0, start), label.slice(start, end), label.slice(end)];
}
