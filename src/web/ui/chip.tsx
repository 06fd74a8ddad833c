import type { ReactNode } from "react";
import { X } from "./icons.generated.ts";
import { RouteLink } from "./route-link.tsx";

export function Chip({ children }: { children: ReactNode }) {
  return <span className="chip">{children}</span>;
}

interface LinkChipProps {
  to: string;
  /** For screen readers, before the words. */
  purpose: string;
  isCurrent: boolean;
  children: string;
}

export function LinkChip({ to, purpose, isCurrent, children }: LinkChipProps) {
  return (
    <RouteLink className="chip chip-link" to={to} aria-current={isCurrent || undefined}>
      <span className="sr-only">{purpose} </span>
      {children}
    </RouteLink>
  );
}

export function MoreChip({ count }: { count: number }) {
  return <span className="chip chip-more">+{count} more</span>;
}

interface RemovableChipProps {
  label: string;
  onRemove: () => void;
  isDisabled?: boolean | undefined;
}

export function RemovableChip({ label, onRemove, isDisabled }: RemovableChipProps) {
  return (
    <span className="chip chip-removable">
      {label}
      <button type="button" aria-label={`Remove ${label}`} onClick={onRemove} disabled={isDisabled}>
        <X />
      </button>
    </span>
  );
}
