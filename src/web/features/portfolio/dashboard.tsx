import { type ReactNode, startTransition, useEffect, useState } from "react";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { AddHolding } from "./add-holding.tsx";
import { CalendarPart } from "./calendar-part.tsx";
import { CompanyPart } from "./company-part.tsx";
import { HeadFigures } from "./head-figures.tsx";
import { HoldingsTable } from "./holdings-table.tsx";
import { NextList } from "./next-list.tsx";
import { Splits } from "./splits.tsx";
import { ValuePart } from "./value-part.tsx";

interface DashboardProps {
  portfolio: Portfolio;
  /** An earlier day; today where it is empty. */
  on: string;
  linkToCompany: (id: string) => string;
  /** The commitments that are no holdings yet. */
  children?: ReactNode;
}

const parts = Object.entries({ ValuePart, CompanyPart, CalendarPart, Holdings, Splits });

/** The figures first; what takes longer to draw follows them, part by part. */
export function Dashboard({ children, ...shownOf }: DashboardProps) {
  const { portfolio } = shownOf;
  const shown = useOneByOne(parts.length);
  return (
    <div className="own-portfolio">
      <div>
        <HeadFigures portfolio={portfolio} />
      </div>
      <NextList next={portfolio.next} />
      {children}
      {parts.slice(0, shown).map(([name, Part]) => (
        <Part key={name} {...shownOf} />
      ))}
    </div>
  );
}

function Holdings({ portfolio, on, linkToCompany }: Omit<DashboardProps, "children">) {
  return <HoldingsTable portfolio={portfolio} linkOf={linkToCompany} action={!on && <AddHolding />} />;
}

/** How many parts to render by now: one more with each pass, so that none holds up those before it. */
function useOneByOne(count: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
