import { lazy, type ReactNode, useEffect } from "react";
import { type PersonStatus, personStatuses, tierMessages, tiers } from "#shared/people/people-messages.ts";
import { oneOf, text, uuid } from "#web/lib/search-state.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { DialogOpener } from "#web/ui/dialog-opener.tsx";
import type { TierDialogProps } from "./tier-dialog.tsx";

const loadDialog = () => import("./tier-dialog.tsx");
const TierDialog = lazy(() => loadDialog().then((module) => ({ default: module.TierDialog }))) as unknown as <Answer>(
  props: TierDialogProps<Answer>,
) => ReactNode;

interface TierButtonProps<Answer> extends Omit<TierDialogProps<Answer>, "isOpen" | "onClose"> {
  label?: string;
  /** For screen readers, behind the label: of whom. */
  labelEnd?: string;
  /** Nobody to change yet. */
  isInactive?: boolean;
}

export function TierButton<Answer>(props: TierButtonProps<Answer>) {
  const { label = tierMessages.change, labelEnd, isInactive = false, ...dialog } = props;
  useEffect(() => void loadDialog().catch(() => {}), []);
  return (
    <DialogOpener
      button={(open) => (
        <Button variant="outline" isSmall aria-disabled={isInactive || undefined} onClick={() => !isInactive && open()}>
          {label}...{labelEnd && <span className="sr-only"> {labelEnd}</span>}
        </Button>
      )}
      dialog={(state) => <TierDialog {...dialog} {...state} />}
    />
  );
}

/** What the address says of the list, and of the person who is open. */
export const personSearch = { q: text, status: oneOf(personStatuses), tier: oneOf(tiers), person: uuid };

export const statusTones: Record<PersonStatus, BadgeTone> = {
  invited: "over",
  pending: "waiting",
  approved: "live",
  suspended: "refused",
  ended: "over",
  rejected: "over",
};
