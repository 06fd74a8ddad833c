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
/** Longer than any closing animation. */
const removalDelayMs = 1_000_000;

let current: ToastRecord | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a message in place of the one that shows now. */
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

/** @param whom it was about, where the screen does not show that any more. */
export const toastFailure = (title: string, { message }: Error, whom?: string): void =>
  toast({ title, description: whom ? `${whom}: ${message}` : message, variant: "destructive" });
