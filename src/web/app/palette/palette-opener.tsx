import "./palette.css";
import { Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { paletteMessages as messages } from "#shared/account/palette-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { areLettersOn } from "#web/lib/letter-shortcuts.ts";
import { applyOfflinePage } from "#web/lib/offline-page.ts";
import { useBar } from "#web/lib/use-bar.ts";
import { Search } from "#web/ui/icons.generated.ts";
import { useWasOpen } from "#web/ui/use-was-open.ts";
import { type PaletteContext, type Place, shortcutsFor } from "./shortcuts.ts";

const palette = lazyPage(() => import("./palette.tsx").then((file) => file.Palette));
const shortcutList = lazyPage(() => import("./shortcut-list.tsx").then((file) => file.ShortcutList));

/** In the bar, beside the menu; listens for the keys. */
export function PaletteOpener(context: PaletteContext) {
  const [shown, setShown] = useState<"palette" | "list">();
  const wasPaletteOpen = useWasOpen(shown === "palette");
  const wasListOpen = useWasOpen(shown === "list");
  useShortcuts(context, { onSearch: () => setShown("palette"), onList: () => setShown("list") });
  useEffect(() => {
    if (import.meta.env.PROD) void applyOfflinePage();
  }, []);
  const close = () => setShown(undefined);
  const bar = useBar("bar-search");
  const menu = useBar("menu-search");
  if (!bar) return null;
  const opener = (
    <div className="palette-opener">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void palette.load().catch(() => {})}
        onClick={() => setShown("palette")}
      >
        <Search aria-hidden="true" />
        <span>{messages.open}</span>
        <span className="keycap" aria-hidden="true">
          {isApple() ? "⌘ K" : "Ctrl K"}
        </span>
      </button>
      <Suspense>
        {wasPaletteOpen && (
          <Page
            page={palette}
            context={context}
            isOpen={shown === "palette"}
            onClose={close}
            onShortcuts={() => setShown("list")}
          />
        )}
        {wasListOpen && <Page page={shortcutList} place={context} isOpen={shown === "list"} onClose={close} />}
      </Suspense>
    </div>
  );
  return (
    <>
      {createPortal(opener, bar)}
      {menu && createPortal(<SearchInMenu onSearch={() => setShown("palette")} />, menu)}
    </>
  );
}

/** The menu closes and leaves its history entry first: the search would open below the one and on top of the other. */
function SearchInMenu({ onSearch }: { onSearch: () => void }) {
  const search = ({ currentTarget }: { currentTarget: HTMLElement }) => {
    const hasEntry = window.history.state?.sheet !== undefined;
    if (hasEntry) window.addEventListener("popstate", () => setTimeout(onSearch), { once: true });
    currentTarget.closest("dialog")?.close();
    if (!hasEntry) onSearch();
  };
  return (
    <button type="button" aria-haspopup="dialog" onClick={search}>
      <Search aria-hidden="true" />
      {messages.open}
    </button>
  );
}

const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

const secondKeyMs = 1500;

interface Answers {
  onSearch: () => void;
  onList: () => void;
}

/** Ctrl K or ⌘ K anywhere; single letters only where nothing is typed and no dialog is open. */
function useShortcuts(place: Place, { onSearch, onList }: Answers): void {
  const navigate = useNavigate();
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      return document.querySelector("[role=dialog]") ? undefined : onSearch();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !areLettersOn() || isBusy(event)) return;
    const isSecond = event.timeStamp - wentAt.current < secondKeyMs;
    wentAt.current = Number.NEGATIVE_INFINITY;
    if (isSecond) {
      const chosen = shortcutsFor(place).find(({ letter }) => letter === key);
      if (!chosen) return;
      event.preventDefault();
      navigate(chosen.to);
    } else if (key === "g") wentAt.current = event.timeStamp;
    else if (key === "/" || key === "?") {
      event.preventDefault();
      if (key === "/") onSearch();
      else onList();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

/** Words are typed, or a list, a menu or a dialog has letters of its own. */
function isBusy({ target }: KeyboardEvent): boolean {
  if (document.querySelector("[role=dialog], dialog[open], [role=alertdialog]")) return true;
  return (
    target instanceof Element &&
    target.closest("input, textarea, select, [contenteditable=''], [contenteditable=true], [role=application]") !== null
  );
}
