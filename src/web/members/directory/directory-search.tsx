import { Search } from "lucide-react";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** The API takes no longer words. */
const maximumLength = 100;

interface DirectorySearchProps {
  value: string;
  onChange: (words: string) => void;
}

export function DirectorySearch({ value, onChange }: DirectorySearchProps) {
  return (
    <Field label="Search" className="w-full sm:w-80">
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-ink-3" />
        <Input
          type="search"
          className="pl-10.5!"
          placeholder="Name, company or skill"
          maxLength={maximumLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </Field>
  );
}
