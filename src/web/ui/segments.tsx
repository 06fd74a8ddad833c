import { useId, useState } from "react";
import { FieldNote } from "./field.tsx";

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  hint?: string;
  error?: string | undefined;
}

/** A choice of a few, side by side. */
export function Segments<Value extends string>({ label, value, options, onChange, hint, error }: SegmentsProps<Value>) {
  const name = useId();
  // What was chosen shows at once: the value may be kept in the address, which is updated a moment later.
  const [chosen, setChosen] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setChosen(value);
  }
  const choose = (next: Value) => {
    setChosen(next);
    onChange(next);
  };
  return (
    <fieldset className="field" aria-describedby={hint || error ? `${name}-note` : undefined}>
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="segments">
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              data-invalid={error && index === 0 ? "" : undefined}
              checked={option.value === chosen}
              onChange={() => choose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {(hint || error) && <FieldNote id={`${name}-note`} hint={hint} error={error} />}
    </fieldset>
  );
}
