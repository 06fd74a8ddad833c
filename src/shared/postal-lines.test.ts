import { expect, it } from "vitest";
import { addressInOneLine, postalLines } from "./postal-lines.ts";

it("postalLines joins lines that were pasted with commas at their ends without two commas", () => {
  const address = ["Castell Angels Ltd,", "Flat 2,", "14 Quay Street ,", "Whitby", ","];
  expect(postalLines({ operator: "Castell Angels Ltd", address }).join(", ")).toBe(
    "Castell Angels Ltd, Flat 2, 14 Quay Street, Whitby",
  );
  expect(addressInOneLine("Flat 2,\r\n14 Quay Street,\n\nWhitby")).toBe("Flat 2, 14 Quay Street, Whitby");
});
