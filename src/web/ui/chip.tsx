import { X } from "lucide-react";
import type { ReactNode } from "react";

export function Chip({ children }: { children: ReactNode }) {
  return <span className="chip">{children}</span>;
}

/** "+2 more" after the last chip that is shown. */
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
