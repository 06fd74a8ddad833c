import { type KeyboardEvent, useRef, useState } from "react";
import { withExpertise } from "#shared/profiles/profile-fields.ts";
import { Button } from "./button.tsx";
import { RemovableChip } from "./chip.tsx";
import { Plus } from "./icons.generated.ts";
import { Input } from "./input.tsx";

interface ExpertiseInputProps {
  value: readonly string[];
  onChange: (areas: string[]) => void;
  /** Typed, not added yet. */
  entry: string;
  onEntryChange: (entry: string) => void;
  maxLength?: number;
}

/** Needs a Field around it. */
export function ExpertiseInput({ value, onChange, entry, onEntryChange, maxLength }: ExpertiseInputProps) {
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLInputElement>(null);

  const add = () => {
    const areas = withExpertise(value, entry);
    if (areas.length > value.length) {
      onChange(areas);
      setAnnouncement(`${areas.slice(value.length).join(", ")} added`);
    }
    onEntryChange("");
    box.current?.focus();
  };
  const remove = (area: string) => {
    onChange(value.filter((kept) => kept !== area));
    setAnnouncement(`${area} removed`);
    box.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <div className="expertise-input">
        <Input
          ref={box}
          value={entry}
          maxLength={maxLength}
          onChange={(event) => onEntryChange(event.target.value)}
          onKeyDown={addOnEnter}
        />
        <Button variant="outline" className="btn-icon" aria-label="Add expertise" onClick={add}>
          <Plus />
        </Button>
      </div>
      {value.length > 0 && (
        <ul className="chips mt-1.5">
          {value.map((area) => (
            <li key={area}>
              <RemovableChip label={area} onRemove={() => remove(area)} />
            </li>
          ))}
        </ul>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </>
  );
}
