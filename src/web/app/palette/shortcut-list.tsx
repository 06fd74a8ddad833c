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
    { label: messages.search, keys: ["Ctrl K", "⌘ K", "/"], between: messages.or },
    { label: messages.list, keys: ["?"], between: messages.or },
    ...shortcutsFor(place).map(({ label, letter }) => ({
      label,
      keys: ["G", letter.toUpperCase()],
      between: messages.after,
    })),
  ];
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={messages.title}
      text={messages.text}
      actions={
        <Button variant="outline" onClick={onClose}>
          {messages.close}
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
                  <kbd className="key">{key}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
