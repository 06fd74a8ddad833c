import { Search } from "lucide-react";
import { type Ref, useEffect, useRef, useState } from "react";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** The API takes no longer words. */
const maximumLength = 100;
const settleMs = 250;

interface DirectorySearchProps {
  words: string;
  onSearch: (words: string) => void;
  /** What can be searched for. */
  placeholder: string;
  ref?: Ref<HTMLInputElement>;
}

/** What is typed is searched for once the typing rests. */
export function DirectorySearch({ words, onSearch, placeholder, ref }: DirectorySearchProps) {
  const [typed, setTyped] = useState(words);
  const [sent, setSent] = useState(words);
  const [seen, setSeen] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // Words that did not come from the box (Back, the sub-tab) go into it; its own must not, or they would undo later keys.
  if (words !== seen) {
    setSeen(words);
    if (words !== sent) {
      setSent(words);
      setTyped(words);
    }
  }
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(text.trim());
      onSearch(text.trim());
    }, settleMs);
  };
  return (
    <Field label="Search" className="w-full sm:w-80">
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-ink-3" />
        <Input
          ref={ref}
          type="search"
          className="pl-10.5!"
          placeholder={placeholder}
          maxLength={maximumLength}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      </div>
    </Field>
  );
}
