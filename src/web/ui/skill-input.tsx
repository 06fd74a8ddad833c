import { type KeyboardEvent, useRef, useState } from "react";
import { withSkill } from "#shared/profile-form.ts";
import { Button } from "./button.tsx";
import { RemovableChip } from "./chip.tsx";
import { Plus } from "./icons.generated.ts";
import { Input } from "./input.tsx";

interface SkillInputProps {
  value: readonly string[];
  onChange: (skills: string[]) => void;
  /** What is being typed and was not added yet. */
  entry: string;
  onEntryChange: (entry: string) => void;
  maxLength?: number;
}

/** One entry at a time, by the button or Enter; stands inside a Field. Empty and repeated entries change nothing. */
export function SkillInput({ value, onChange, entry, onEntryChange, maxLength }: SkillInputProps) {
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLInputElement>(null);

  const add = () => {
    const skills = withSkill(value, entry);
    if (skills.length > value.length) {
      onChange(skills);
      setAnnouncement(`${entry.trim()} added`);
    }
    onEntryChange("");
    box.current?.focus();
  };
  const remove = (skill: string) => {
    onChange(value.filter((kept) => kept !== skill));
    setAnnouncement(`${skill} removed`);
    box.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <>
      <div className="skill">
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
          {value.map((skill) => (
            <li key={skill}>
              <RemovableChip label={skill} onRemove={() => remove(skill)} />
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
