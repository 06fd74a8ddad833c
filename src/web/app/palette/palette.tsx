import "./palette.css";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { paletteMessages as messages } from "#shared/account/palette-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { currentSession, onSessionChange, useSignOut } from "#web/lib/session.ts";
import { chooseTheme, useChosenTheme } from "#web/lib/theme.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Search, X } from "#web/ui/icons.generated.ts";
import { useBackCloses } from "#web/ui/use-back-closes.ts";
import { useReturnFocus } from "#web/ui/use-return-focus.ts";
import { commandsFor, foundGroups, type Group, pageEntries, partEntries } from "./entries.ts";
import { type Entry, marked, nearest, type Result } from "./find.ts";
import type { PaletteContext } from "./shortcuts.ts";
import { useRecords } from "./use-records.ts";

interface PaletteProps {
  context: PaletteContext;
  isOpen: boolean;
  onClose: () => void;
  onShortcuts: () => void;
}

export function Palette({ isOpen, onClose, ...rest }: PaletteProps) {
  const returnFocus = useReturnFocus();
  useBackCloses(isOpen, onClose);
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="veil" />
        <Radix.Content className="palette" aria-describedby={undefined} {...returnFocus}>
          <Radix.Title className="sr-only">{messages.title}</Radix.Title>
          <Finder onClose={onClose} {...rest} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const debounceMs = 200;
const nearestPlaces = 2;

/** ARIA combobox with a listbox: the focus stays in the box. */
function Finder({ context, onClose, onShortcuts }: Omit<PaletteProps, "isOpen">) {
  const { session, counts } = context;
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const query = typed.trim();
  const words = useDebounced(query, debounceMs);
  const pages = pageEntries(context, useClub(), counts);
  const places = [...pages, ...partEntries(session)];
  const records = useRecords(session, query === "" ? "" : words);
  const signOut = useSignOut();
  const commands = commandsFor({ theme: useChosenTheme(), chooseTheme, showShortcuts: onShortcuts, signOut });
  const actions = [...records.actions, ...commands];
  const isSettled = words === query && !records.isSearching;
  const shown: Group[] =
    query === ""
      ? [
          { name: "recent", entries: readRecent(session) },
          { name: "places", entries: pages },
          { name: "actions", entries: actions },
          { name: "help", entries: records.help },
        ]
      : foundGroups({ ...records, places, actions }, query);
  const isEmpty = query !== "" && shown.every(({ entries }) => entries.length === 0);
  const isNone = isEmpty && isSettled;
  if (isNone)
    shown.push({ name: "nearest", entries: [...records.inDirectory, ...nearest(places, query, nearestPlaces)] });
  const groups = shown.filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const index = Math.min(active, all.length - 1);
  const optionId = (entry: Result) => `${id}-${all.indexOf(entry)}`;

  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: "nearest" });
  }, [id, index]);

  const open = (entry: Result) => {
    onClose();
    if ("run" in entry) return entry.run();
    keepRecent(session, entry);
    // The entry takes the place of the palette's own history entry.
    navigate(entry.to, { replace: true });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const entry = all[index];
    if (event.key === "Enter" && entry) {
      event.preventDefault();
      open(entry);
    }
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + 5, PageUp: index - 5 }[event.key];
    if (next === undefined || all.length === 0) return;
    event.preventDefault();
    const isStep = event.key.startsWith("Arrow");
    setActive(isStep ? (next + all.length) % all.length : Math.max(0, Math.min(next, all.length - 1)));
  };
  const summary = isSettled && query !== "" && !isNone ? messages.found(all.length) : "";
  return (
    <>
      <div className="palette-box">
        <Search aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Search pages, members, companies, deals and events"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={all.length > 0 ? `${id}-${index}` : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={messages.open}
          maxLength={maximumLineLength}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
        />
        <Radix.Close className="keycap">
          <span className="palette-keys">Esc</span>
          <X aria-label="Close" />
        </Radix.Close>
      </div>
      <p role="status" className={isEmpty ? "palette-none" : "sr-only"}>
        {isEmpty ? (isNone ? messages.none(query) : messages.searching) : summary}
      </p>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={messages.title}>
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <p className="palette-group" id={`${id}-${name}`}>
              {messages.groups[name]}
            </p>
            {entries.map((entry) => (
              <Option
                // Events share an address, documents a name.
                key={`${"to" in entry ? entry.to : ""} ${entry.label} ${entry.hint}`}
                id={optionId(entry)}
                entry={entry}
                query={query}
                isActive={entry === all[index]}
                onChoose={() => open(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {records.hasFailed && <p className="palette-none">{messages.failed}</p>}
      <div className="palette-foot">
        <p className="palette-keys">{messages.keys}</p>
        <p aria-hidden="true">{summary}</p>
      </div>
    </>
  );
}

const Key = ({ children }: { children: ReactNode }) => <kbd className="keycap">{children}</kbd>;

interface OptionProps {
  id: string;
  entry: Result;
  query: string;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, entry, query, isActive, onChoose }: OptionProps) {
  const [before, match, after] = marked(entry.label, query);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box answers the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="palette-option"
      // Keeps the focus in the box.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="palette-name">
        {before}
        {match && <b>{match}</b>}
        {after}
      </span>
      <span className="palette-hint">{entry.hint}</span>
      {"letter" in entry && entry.letter && (
        <span className="palette-keys" aria-hidden="true">
          <Key>G {entry.letter.toUpperCase()}</Key>
        </span>
      )}
    </div>
  );
}

const mostKept = 5;
const prefix = "palette-recent-";

/** Of one person with the rights that they have, until the tab is closed. */
const keyOf = ({ user, role, membership_status }: Session) => `${prefix}${user.id}-${role}-${membership_status}`;

function readRecent(session: Session): Entry[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(session)) ?? "[]");
  } catch {
    return [];
  }
}

function keepRecent(session: Session, entry: Entry): void {
  if (entry.isPassing) return;
  const { words: _, ...kept } = entry;
  const others = readRecent(session).filter(({ to }) => to !== entry.to);
  sessionStorage.setItem(keyOf(session), JSON.stringify([kept, ...others].slice(0, mostKept)));
}

/** Names of records outlast neither the session nor the right to read them. */
onSessionChange(() => {
  const { session } = currentSession();
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && (!session || key !== keyOf(session))) sessionStorage.removeItem(key);
});
