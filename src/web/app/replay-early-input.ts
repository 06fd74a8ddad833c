import { flushSync } from "react-dom";

declare global {
  interface Window {
    /** Buttons pressed before React listened, as `boot.ts` notes them. */
    earlyPresses?: HTMLButtonElement[];
  }
}

/**
 * React hydrates a field with what was typed into it before, and tells no handler. To be called before anything can
 * render the field again without it.
 */
export function replayEarlyInput(root: ParentNode): void {
  const changed = [...root.querySelectorAll<TrackedField>("input, textarea")]
    .filter((field) => (isRadio(field) ? field.checked && !field.defaultChecked : field.value !== field.defaultValue))
    .map((field) => ({ field, value: field.value }));
  // Each is rendered before the next, whose handler may build on it.
  for (const { field, value } of changed) {
    flushSync(() => (isRadio(field) ? replayChoice(field) : replayText(field, value)));
  }
  for (const button of window.earlyPresses?.splice(0) ?? []) button.click();
}

/** React passes over events of a field that still holds what it last saw in it. */
type TrackedField = (HTMLInputElement | HTMLTextAreaElement) & {
  _valueTracker?: { setValue: (value: string) => void };
};

const isRadio = (field: TrackedField): field is HTMLInputElement & TrackedField => field.type === "radio";

function replayChoice(radio: TrackedField): void {
  radio._valueTracker?.setValue("false");
  radio.click();
}

function replayText(field: TrackedField, value: string): void {
  // Another field's handler may have rendered this one. Not set otherwise, which would move the caret.
  if (field.value !== value) Reflect.set(Object.getPrototypeOf(field), "value", value, field);
  field._valueTracker?.setValue(field.defaultValue);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
