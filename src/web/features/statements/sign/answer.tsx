import { useId } from "react";
import { CircleAlert } from "#web/ui/icons.generated.ts";

interface AnswerProps {
  labelledBy: string;
  /** Undefined until somebody answers. */
  value: boolean | undefined;
  error: string | undefined;
  onChange: (isYes: boolean) => void;
}

/** No before Yes; nothing is ticked beforehand. */
export function Answer({ labelledBy, value, error, onChange }: AnswerProps) {
  const name = useId();
  const options = [
    { isYes: false, label: "No" },
    { isYes: true, label: "Yes" },
  ];
  return (
    <div className="grid gap-2">
      <div
        role="radiogroup"
        aria-labelledby={labelledBy}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${name}-error`}
        className="choices sign-answers"
      >
        {options.map(({ isYes, label }) => (
          <label key={label}>
            <input
              type="radio"
              name={name}
              checked={value === isYes}
              data-invalid={error && !isYes ? "" : undefined}
              onChange={() => onChange(isYes)}
            />
            <span>{label}</span>
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
