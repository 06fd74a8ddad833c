import { type Ref, useEffect, useRef, useState } from "react";
import { maximumLineLength } from "#shared/text-rules.ts";
import { Field } from "../field.tsx";
import { Search } from "../icons.generated.ts";
import { Input } from "../input.tsx";

const debounceMs = 250;

interface SearchBoxProps {
  words: string;
  onSearch: (words: string) => void;
  placeholder: string;
  ref?: Ref<HTMLInputElement>;
}

/** Debounced, until the field is left: what opens next stays open. */
export function SearchBox({ words, onSearch, placeholder, ref }: SearchBoxProps) {
  const [typed, setTyped] = useState(words);
  const [sent, setSent] = useState(words);
  const [seen, setSeen] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The box takes words from Back or a link only: its own would undo later keys.
  if (words !== seen) {
    setSeen(words);
    if (words !== sent) {
      setSent(words);
      setTyped(words);
    }
  }
  const send = (text: string) => {
    clearTimeout(timer.current);
    setSent(text.trim());
    onSearch(text.trim());
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), debounceMs);
  };
  return (
    <Field label="Search">
      <div className="list-search">
        <Search />
        <Input
          ref={ref}
          type="search"
          placeholder={placeholder}
          maxLength={maximumLineLength}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={() => typed.trim() !== sent && send(typed)}
        />
      </div>
    </Field>
  );
}
