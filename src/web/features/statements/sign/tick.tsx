import { type ReactNode, useId } from "react";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { CircleAlert } from "#web/ui/icons.generated.ts";

interface TickProps {
  label: ReactNode;
  isTicked: boolean;
  error: string | undefined;
  onChange: (isTicked: boolean) => void;
}

export function Tick({ label, isTicked, error, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="sign-tick">
      <Checkbox
        label={label}
        checked={isTicked}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
        onChange={(event) => onChange(event.target.checked)}
      />
      {error && (
        <p className="field-error" id={id}>
          <CircleAlert />
          {error}
        </p>
      )}
    </div>
  );
}
