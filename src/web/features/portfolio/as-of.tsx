import { useEffect, useState } from "react";
import { portfolioMessages } from "#shared/portfolio/portfolio-messages.ts";
import { ownPortfolioMessages as messages } from "#shared/portfolio/portfolio-page-messages.ts";
import { longDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { problemOf as boxesProblem, DateInput, partsOf } from "#web/ui/date-input.tsx";

interface AsOfProps {
  day: string;
  today: string;
  onChange: (day: string) => void;
}

const earliestDay = "2000-01-01";

/** Which day the figures are of; a year that is half typed is none yet, and of another day nothing is shown. Printed in words. */
export function AsOf({ day, today, onChange }: AsOfProps) {
  const [typed, setTyped] = useState(day);
  const [isLeft, setLeft] = useState(false);
  useEffect(() => setTyped(day), [day]);
  const problemOf = (value: string) => {
    const boxes = boxesProblem(partsOf(value));
    if (boxes) return boxes.message;
    if (value > today) return portfolioMessages.notLaterThanToday;
    return value < earliestDay ? `Choose ${longDate(earliestDay)} or a later day` : undefined;
  };
  const change = (value: string) => {
    setTyped(value);
    setLeft(false);
    if (!problemOf(value)) onChange(value);
  };
  const problem = problemOf(typed);
  return (
    <div className="own-as-of">
      <DateInput
        label="As of"
        value={typed}
        onChange={change}
        onBlur={() => setLeft(true)}
        error={isLeft || problem === portfolioMessages.notLaterThanToday ? problem : undefined}
      />
      {day !== today && (
        <Button variant="ghost" isSmall onClick={() => onChange(today)}>
          {messages.today}
        </Button>
      )}
      <p className="note hidden print:block">As of {longDate(day)}</p>
    </div>
  );
}
