import { useTransition } from "react";
import { Button } from "#web/ui/button.tsx";

interface ShowAllProps {
  /** "All 200 lots" */
  label: string;
  isAll: boolean;
  onChange: (isAll: boolean) => void;
}

/** Stays where it is, and with it the focus. */
export function ShowAll({ label, isAll, onChange }: ShowAllProps) {
  const [isPending, start] = useTransition();
  return (
    <div className="pt-3 print:hidden">
      <Button
        variant="outline"
        isSmall
        aria-expanded={isAll}
        busyLabel={isPending && label}
        onClick={() => start(() => onChange(!isAll))}
      >
        {isAll ? "Show fewer" : label}
      </Button>
    </div>
  );
}
