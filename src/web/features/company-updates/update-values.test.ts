import { describe, expect, it } from "vitest";
import { updateContentSchema } from "#shared/company-updates/company-updates.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import { emptyUpdate, toUpdateInput, toUpdateValues, type UpdateValues, updateFieldOf } from "./update-values.ts";

const typed: UpdateValues = {
  arr_pence: "£310,000",
  nrr_bp: "104%",
  gross_margin_bp: "72.5",
  net_burn_pence: "−4,500.50",
  runway_months: "",
  headcount: "12",
  text: "We know why they left.",
  offer: "",
  letter: { id: "01900000-0000-7000-8000-000000000000", file_name: "letter.pdf" },
};

describe("What is typed of an update", () => {
  it("Typed figures become pence, hundredths of a per cent and whole numbers, or null where empty", () => {
    expect(toUpdateInput(typed)).toEqual({
      arr_pence: 31_000_000,
      nrr_bp: 10_400,
      gross_margin_bp: 7_250,
      net_burn_pence: -450_050,
      runway_months: null,
      headcount: 12,
      text: "We know why they left.",
      offer: "",
      letter_id: "01900000-0000-7000-8000-000000000000",
    });
  });

  it("A sent update is shown again as it can be typed", () => {
    const { letter, ...input } = { ...toUpdateInput(typed), letter: { file_name: "letter.pdf" } };
    const shown = toUpdateValues({ ...input, text: typed.text, offer: null, letter_id: input.letter_id, letter });
    expect(shown).toEqual({
      ...typed,
      arr_pence: "310,000",
      nrr_bp: "104",
      net_burn_pence: "-4,500.5",
    });
    expect(toUpdateInput(shown)).toEqual(toUpdateInput(typed));
  });

  const rules = rulesOf(updateContentSchema, toUpdateInput, updateFieldOf);
  const errorsOf = (change: Partial<UpdateValues>) =>
    rules.safeParse({ ...emptyUpdate, ...change }).error?.issues.map(({ path, message }) => [path.join("."), message]);

  it.each([
    [{ arr_pence: "much" }, [["arr_pence", "Enter pounds, such as 310,000"]]],
    [{ arr_pence: "-5" }, [["arr_pence", "Enter pounds, such as 310,000"]]],
    [{ nrr_bp: "104.555" }, [["nrr_bp", "Enter per cent, such as 104 or 72.5"]]],
    [{ gross_margin_bp: "101" }, [["gross_margin_bp", "That is too large"]]],
    [{ headcount: "12.5" }, [["headcount", "Enter a whole number"]]],
    [{}, [["text", "Write a text, attach a letter or give at least one number"]]],
    [{ offer: "Shares at £2." }, [["text", "Write a text, attach a letter or give at least one number"]]],
    [{ headcount: "0" }, undefined],
    [{ letter: typed.letter }, undefined],
  ] as const)("refuses a figure at its field: %j", (change, expected) => {
    expect(errorsOf(change)).toEqual(expected);
  });
});
