import { useEffect, useEffectEvent, useRef } from "react";
import { useNavigate } from "react-router";
import { areLettersOn } from "#web/lib/letter-shortcuts.ts";
import { type Place, shortcutsFor } from "./shortcuts.ts";

const secondKeyMs = 1500;

interface Answers {
  onSearch: () => void;
  onList: () => void;
}

/** Ctrl K or ⌘ K anywhere; single letters only where nothing is typed and no dialog is open. */
export function useShortcuts(place: Place, { onSearch, onList }: Answers): void {
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
