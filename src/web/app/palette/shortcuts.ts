import type { Session } from "#shared/account/session.ts";
import type { WaitingCounts } from "#shared/waiting-counts/waiting-counts.ts";
import type { Screen, View } from "#web/views.tsx";

/** The letter after G, by the screen's place in the table of views. */
const letters: Record<string, string> = {
  "investments overview": "p",
  "investments deals": "o",
  "investments mine": "i",
  "investments documents": "f",
  "directory list": "d",
  "directory edit": "m",
  "directory review": "v",
  "events list": "e",
  "admin today": "t",
  "admin enquiries": "q",
  "admin deals": "k",
  "admin requests": "r",
  "admin invitations": "n",
  "admin people": "u",
  "admin content": "c",
  "admin settings": "s",
  "admin audit": "l",
  "admin system": "y",
  "account you": "a",
};

export const letterOf = (tab: string, screen?: string): string | undefined =>
  letters[screen ? `${tab} ${screen}` : tab];

/** The screens of the tabs that a person may open, and how each is addressed. */
export interface Place {
  tabs: readonly View[];
  addressOf: (tab: View, screen?: Screen) => string;
}

export interface PaletteContext extends Place {
  session: Session;
  counts: WaitingCounts | undefined;
}

export interface Shortcut {
  letter: string;
  label: string;
  to: string;
}

export const shortcutsFor = ({ tabs, addressOf }: Place): Shortcut[] =>
  tabs.flatMap((tab) => {
    const rows = "screens" in tab ? tab.screens : [undefined];
    return rows.flatMap((screen) => {
      const letter = letterOf(tab.path, screen?.path);
      const label = screen?.path === "you" ? tab.label : (screen ?? tab).label;
      return letter ? [{ letter, label, to: addressOf(tab, screen) }] : [];
    });
  });
