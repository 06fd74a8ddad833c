import { useEffect, useState } from "react";
import { ownPortfolioMessages as messages } from "#shared/portfolio-page-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

interface AsOfProps {
  day: string;
  today: string;
  onChange: (day: string) => void;
}

const earliestDay = "2000-01-01";

/** Which day the figures are of; a year that is half typed is none yet. Printed in words. */
export function AsOf({ day, today, onChange }: AsOfProps) {
  const [typed, setTyped] = useState(day);
  useEffect(() => setTyped(day), [day]);
  const change = (value: string) => {
    setTyped(value);
    if (value >= earliestDay && value <= today) onChange(value);
  };
  return (
    <div className="own-as-of">
      <Field label={messages.asOfLabel}>
        <Input
          type="date"
          min={earliestDay}
          max={today}
          value={typed}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setTyped(day)}
        />
      </Field>
      {day !== today && (
        <Button variant="ghost" isSmall onClick={() => onChange(today)}>
          {messages.today}
        </Button>
      )}
      <p className="note own-printed">{messages.asOf(longDate(day))}</p>
    </div>
  );
}
