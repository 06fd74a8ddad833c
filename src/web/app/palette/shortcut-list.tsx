import { Fragment } from "react";
import { shortcutMessages as messages } from "#shared/account/palette-messages.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { type Place, shortcutsFor } from "./shortcuts.ts";

interface ShortcutListProps {
  place: Place;
  isOpen: boolean;
  onClose: () => void;
}

export function ShortcutList({ place, isOpen, onClose }: ShortcutListProps) {
  const rows: { label: string; keys: string[]; between: string }[] = [
    { label: "Search or go to", keys: ["Ctrl K", "⌘ K", "/"], between: messages.or },
    { label: "This list", keys: ["?"], between: messages.or },
    ...shortcutsFor(place).map(({ label, letter }) => ({
      label,
      keys: ["G", letter.toUpperCase()],
      between: "then",
    })),
  ];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.title}
      text="They work while nothing is typed. You can switch those of single letters off in your account."
      actions={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <dl className="shortcut-list">
        {rows.map(({ label, keys, between }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span>{between}</span>}
                  <kbd className="keycap">{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
