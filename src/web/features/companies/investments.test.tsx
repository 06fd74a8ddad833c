import { expect, it } from "vitest";
import type { Investment } from "#shared/companies/companies.ts";
import { markupOf } from "#tests/support/static-markup.tsx";
import { InvestmentLogo } from "./investments.tsx";

it("A company without a picture has its initials beside its name, and not the name again", () => {
  const investment = { name: "Alder Analytics", logo: null } as Investment;
  const markup = markupOf(<InvestmentLogo investment={investment} />);
  expect(markup).toContain(">AA</span>");
  expect(markup).not.toContain("Alder");
});
