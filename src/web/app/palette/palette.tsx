import "./palette.css";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import { paletteMessages as messages } from "#shared/account/palette-messages.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { useSignOut } from "#web/lib/session.ts";
import { chooseTheme, useChosenTheme } from "#web/lib/theme.ts";
import { useClub } from "#web/lib/use-club.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Search } from "#web/ui/icons.generated.ts";
import { useBackCloses } from "#web/ui/use-back-closes.ts";
import { useReturnFocus } from "#web/ui/use-return-focus.ts";
import { type Command, commandsFor, type Entry, marked, matching, pageEntries } from "./entries.ts";
import { keepRecent, readRecent } from "./recent.ts";
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
const mostPages = 8;

interface Group {
  name: keyof typeof messages.groups;
  entries: (Entry | Command)[];
}

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
  const records = useRecords(session, query === "" ? "" : words);
  const signOut = useSignOut();
  const commands = commandsFor({ theme: useChosenTheme(), chooseTheme, showShortcuts: onShortcuts, signOut });
  const found: Group[] =
    query === ""
      ? [
          { name: "recent", entries: readRecent(session) },
          { name: "go", entries: pages },
          { name: "do", entries: commands },
        ]
      : [
          { name: "deals", entries: records.deals },
          { name: "people", entries: records.people },
          { name: "events", entries: records.events },
          { name: "go", entries: matching(pages, query).slice(0, mostPages) },
          { name: "do", entries: matching(commands, query) },
        ];
  const groups = found.filter(({ entries }) => entries.length > 0);
  const all = groups.flatMap(({ entries }) => entries);
  const index = Math.min(active, all.length - 1);
  const optionId = (entry: Entry | Command) => `${id}-${all.indexOf(entry)}`;

  useEffect(() => {
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: "nearest" });
  }, [id, index]);

  const open = (entry: Entry | Command) => {
    onClose();
    if ("run" in entry) return entry.run();
    keepRecent(session, entry);
    // In place of its own history entry.
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
  const isSettled = words === query && !records.isSearching;
  const summary =
    isSettled && query !== ""
      ? all.length === 0
        ? "No page, person, deal, company or event has that name."
        : all.length === 1
          ? "1 result"
          : `${all.length} results`
      : "";
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
        <Radix.Close className="key">Esc</Radix.Close>
      </div>
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={messages.title}>
        {groups.map(({ name, entries }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <p className="palette-group" id={`${id}-${name}`}>
              {messages.groups[name]}
            </p>
            {entries.map((entry) => (
              <Option
                // Events share an address.
                key={"to" in entry ? `${entry.to} ${entry.label} ${entry.hint}` : entry.label}
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
      <p role="status" className={summary && all.length === 0 ? "palette-none" : "sr-only"}>
        {summary}
      </p>
      {records.hasFailed && (
        <p className="palette-none">Members and deals could not be searched. Pages are found as ever.</p>
      )}
      <p className="palette-foot">
        You find only what you may open. <Key>?</Key> lists all shortcuts
      </p>
    </>
  );
}

const Key = ({ children }: { children: ReactNode }) => <kbd className="key">{children}</kbd>;

interface OptionProps {
  id: string;
  entry: Entry | Command;
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
