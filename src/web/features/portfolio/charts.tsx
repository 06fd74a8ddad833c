import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { CompanyPart } from "./company-part.tsx";
import { Fold } from "./fold.tsx";
import { Splits } from "./splits.tsx";
import { ValuePart } from "./value-part.tsx";

/** One line over time; comparisons are folded, and there where there are two things to compare. */
export function Charts({ portfolio }: { portfolio: Portfolio }) {
  return (
    <>
      <ValuePart portfolio={portfolio} />
      {portfolio.companies.length > 1 && (
        <Fold summary="By company, sector and year">
          {() => (
            <>
              <CompanyPart portfolio={portfolio} />
              <Splits portfolio={portfolio} />
            </>
          )}
        </Fold>
      )}
    </>
  );
}
