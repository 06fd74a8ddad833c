import type { ReactNode } from "react";
import { CheckboxField } from "#web/ui/checkbox-field.tsx";

interface TickProps {
  label: ReactNode;
  isTicked: boolean;
  error: string | undefined;
  onChange: (isTicked: boolean) => void;
}

export function Tick({ label, isTicked, error, onChange }: TickProps) {
  return (
    <CheckboxField
      fieldClass="sign-tick"
      label={label}
      checked={isTicked}
      error={error}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
