import { expect, it } from "vitest";
import { farPriceNote, farPriceWords } from "./far-price.ts";

it.each([
  ["62.50", "0.625", "£62.50 is 100 times the last price, £0.625. Did you mean £0.625?"],
  ["0.0625", "0.625", "£0.0625 is a tenth of the last price, £0.625. Did you mean £0.625?"],
  ["1240", "1.1", "£1,240.00 is 1,127 times the last price, £1.10. Did you mean £1.24?"],
  ["0.02", "2.10", "£0.02 is 1/105 of the last price, £2.10. Did you mean £2.00?"],
])("A price of %s after %s is questioned, as its decimal point may be misplaced", (price, last, words) => {
  expect(farPriceWords(price, last)).toBe(words);
});

it.each([
  ["6.24", "0.625"],
  ["0.063", "0.625"],
  ["5", null],
  ["5", "0"],
  ["0", "5"],
])("A price of %s after %s is not questioned", (price, last) => {
  expect(farPriceNote(price, last)).toBeNull();
});
