import { expect, it } from "vitest";
import { paymentReference, readPaymentReference } from "./payment-reference.ts";

const known = ["KDA7F3QX94", "KDA7F7HKMX", "KDA7FC2VT5", "KDA7F9WRDF", "KDA7FF6PN9", "KDA7FXJ4B9", "KDA7F5YGEN"];
const others = ["KDA7FTDAQP", "KDA7FR7C3F", "KDA7FNV6HE", "KDA7F8BWXE"];

it.each([...known, ...others])(
  "The payment reference %s has its check character, and is read as it is",
  (reference) => {
    expect(paymentReference(reference.slice(2, 5), reference.slice(5, 9))).toBe(reference);
    expect(readPaymentReference(reference)).toBe(reference);
  },
);

it("A payment reference is read with spaces, hyphens and small letters", () => {
  expect(readPaymentReference(" kda7f-r7c3f ")).toBe("KDA7FR7C3F");
});

it.each(["KDA7FR7C3G", "KDA7F7RC3F", "KDA7FTDAQ", "KDA7FR7C3FF", "XDA7FR7C3F", "", "KDA7FR7C30"])(
  "The text %s is not a payment reference",
  (text) => {
    expect(readPaymentReference(text)).toBeUndefined();
  },
);

it("The check character finds every wrong character and every swap of neighbours", () => {
  const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
  const reference = "KDA7FR7C3F";
  for (let place = 2; place < reference.length; place++) {
    for (const wrong of alphabet.replace(reference.charAt(place), ""))
      expect(readPaymentReference(reference.slice(0, place) + wrong + reference.slice(place + 1))).toBeUndefined();
    const [one, other] = [reference.charAt(place), reference.charAt(place + 1)];
    if (other && one !== other)
      expect(
        readPaymentReference(reference.slice(0, place) + other + one + reference.slice(place + 2)),
      ).toBeUndefined();
  }
});

it("A payment reference is not made from other characters or lengths", () => {
  for (const [deal, member] of [
    ["A7", "R7C3"],
    ["A7F", "R7C"],
    ["A1F", "R7C3"],
    ["a7f", "R7C3"],
  ] as const)
    expect(() => paymentReference(deal, member)).toThrow(RangeError);
});
