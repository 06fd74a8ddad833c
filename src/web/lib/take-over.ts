import { flushSync } from "react-dom";

/** Whatever somebody can fill in, press or reach by keyboard. */
const places = "a, button, input, textarea, summary";

/**
 * Hands what a visitor has done in the document to the app that takes its place: what its fields hold, the focus, and
 * the button pressed last. Elements of the app are found by what they are called and their place among their likes.
 * Fetched for those alone who did something.
 * @param root holds the document's elements still; the app says `arrived` to the window when it has put its own there.
 */
export function handOver(root: HTMLElement): void {
  const before = placesIn(root);
  let focused = document.activeElement;
  const noteFocus = ({ target }: Event) => {
    focused = target as Element;
  };
  root.addEventListener("focusin", noteFocus);
  const restore = () => {
    root.removeEventListener("focusin", noteFocus);
    const now = placesIn(root);
    const counterpartOf = (old: Element | null | undefined) => {
      if (!old) return undefined;
      const likesIn = (all: HTMLElement[]) => all.filter((place) => nameOf(place) === nameOf(old));
      return likesIn(now)[likesIn(before).indexOf(old as HTMLElement)];
    };
    for (const field of before) {
      if (!isField(field)) continue;
      // Each drawn before the next, which may go by what it changes.
      if (field.value !== field.defaultValue) flushSync(() => fillIn(counterpartOf(field), field.value));
      if ("checked" in field && field.checked && !field.defaultChecked) flushSync(() => counterpartOf(field)?.click());
    }
    // Somebody may have gone on meanwhile.
    if (document.activeElement === document.body) counterpartOf(focused)?.focus({ preventScroll: true });
    counterpartOf((window as { pressed?: Element | null }).pressed)?.click();
  };
  // The app says so while it works still.
  window.addEventListener("arrived", () => setTimeout(restore), { once: true });
}

const placesIn = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(places)];

const nameOf = (place: Element): string =>
  [place.tagName, place.ariaLabel, place.getAttribute("type"), place.textContent].join();

const isField = (place: Element | undefined): place is HTMLInputElement | HTMLTextAreaElement =>
  place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement;

/** As if it was typed: React looks for changes of the value that it did not make itself. */
function fillIn(field: Element | undefined, value: string): void {
  if (!isField(field)) return;
  Reflect.set(Object.getPrototypeOf(field), "value", value, field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
