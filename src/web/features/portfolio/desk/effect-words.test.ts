import { expect, it } from "vitest";
import type { HeldCompanyDetails } from "#shared/portfolio/portfolio.ts";
import { effectWords } from "./price-form.ts";

it("A price with a day to come is called wrong, without words on its effect", () => {
  const company = { as_of: "2028-06-01", rounds: [], prices: [] } as unknown as HeldCompanyDetails;
  const entered = {
    basis: "last_round",
    share_class: null,
    as_of: "2028-06-02",
    price: "2",
    impaired_percent: 50,
  } as const;
  expect(effectWords(company, entered)).toEqual(["Choose today or an earlier day."]);
});
