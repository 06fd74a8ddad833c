import { flushSync } from "react-dom";

/** What a visitor has done in the document besides filling it in, as `start.ts` notes it. */
export interface Deeds {
  focused?: Element;
  pressed?: Element;
}

declare global {
  interface Window {
    /** Not there while the visitor has done nothing. */
    deeds?: Deeds;
  }
}

/**
 * Hands what a visitor has done in the document to the app that has taken its place: what its fields hold, which of its
 * questions are open, the focus, and the button pressed last. Elements of the app are found by what they are called and
 * their place among their likes. Fetched for those alone who did something.
 * @param former what the app's element held before.
 */
export function handOver(former: Element[], app: Element, { focused, pressed }: Deeds): void {
  const before = former.flatMap(placesIn);
  const now = placesIn(app);
  const counterpartOf = (old: Element | undefined) => {
    if (!old) return undefined;
    const likesIn = (all: HTMLElement[]) => all.filter((place) => nameOf(place) === nameOf(old));
    return likesIn(now)[likesIn(before).indexOf(old as HTMLElement)];
  };
  for (const old of before) {
    // Each drawn before the next, which may go by what it changes.
    if (isField(old) && old.value !== old.defaultValue) flushSync(() => fillIn(counterpartOf(old), old.value));
    if (isFlipped(old)) flushSync(() => counterpartOf(old)?.click());
  }
  // Somebody may have gone on meanwhile.
  if (document.activeElement === document.body) counterpartOf(focused)?.focus({ preventScroll: true });
  counterpartOf(pressed)?.click();
}

/** Whatever somebody can fill in, press or reach by keyboard. */
const placesIn = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>("a, button, input, textarea, summary"),
];

const nameOf = (place: Element): string =>
  [place.tagName, place.ariaLabel, place.getAttribute("type"), place.textContent].join();

const isField = (place: Element | undefined): place is HTMLInputElement | HTMLTextAreaElement =>
  place instanceof HTMLInputElement || place instanceof HTMLTextAreaElement;

/** Another choice was made than the document's own, or a question of it, all of which are shut, was opened. */
function isFlipped(place: Element): boolean {
  if (place instanceof HTMLInputElement) return place.checked && !place.defaultChecked;
  return place.parentElement instanceof HTMLDetailsElement && place.parentElement.open;
}

/** As if it was typed: React looks for changes of the value that it did not make itself. */
function fillIn(field: Element | undefined, value: string): void {
  if (!isField(field)) return;
  Reflect.set(Object.getPrototypeOf(field), "value", value, field);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
