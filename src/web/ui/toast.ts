export interface ToastInput {
  title: string;
  description?: string | undefined;
  /** A destructive toast stays until it is closed. */
  variant?: "default" | "destructive";
  /** Milliseconds; 5000 unless said otherwise. */
  duration?: number;
}

export interface ToastRecord extends ToastInput {
  id: number;
  isOpen: boolean;
}

const defaultDurationMs = 5000;
/** A closed toast leaves the list this much later; long enough for every way of closing it to have played. */
const removalDelayMs = 1_000_000;

let current: ToastRecord | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message, in place of the one that shows now: there is never more than one. */
export function toast(input: ToastInput): void {
  lastId += 1;
  become({ ...input, id: lastId, isOpen: true });
}

export function closeToast(id: number): void {
  if (current?.id !== id || !current.isOpen) return;
  become({ ...current, isOpen: false });
  setTimeout(() => current?.id === id && become(null), removalDelayMs);
}

export const currentToast = (): ToastRecord | null => current;

/** @returns the function that ends the subscription. */
export function onToastChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const toastDurationMs = ({ variant, duration }: ToastInput): number =>
  variant === "destructive" ? Number.POSITIVE_INFINITY : (duration ?? defaultDurationMs);

function become(next: ToastRecord | null): void {
  current = next;
  for (const listener of listeners) listener();
}
