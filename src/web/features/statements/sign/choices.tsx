import { useId } from "react";
import { CircleAlert } from "#web/ui/icons.generated.ts";

interface ChoicesProps {
  /** Of what is asked, where no element says it. */
  label?: string;
  labelledBy?: string;
  value: string;
  options: readonly { value: string; label: string; hint?: string }[];
  error: string | undefined;
  /** Short answers, in one row. */
  isRow?: boolean;
  onChange: (value: string) => void;
}

/** A bordered row for each answer; nothing is chosen beforehand. */
export function Choices({ label, labelledBy, value, options, error, isRow, onChange }: ChoicesProps) {
  const name = useId();
  return (
    <div className="grid gap-2">
      <div
        role="radiogroup"
        aria-label={label}
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
        className={`choices ${isRow ? "sign-answers" : "sign-ways"}`}
      >
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={value === option.value}
              data-invalid={error && index === 0 ? "" : undefined}
              onChange={() => onChange(option.value)}
            />
            <span className="sign-choice">
              <b>{option.label}</b>
              {option.hint && <span className="note">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="field-error" id={`${name}-error`}>
          <CircleAlert />
          {error}
        </p>
      )}
    </div>
  );
}
