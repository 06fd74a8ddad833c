import { expect, it } from "vitest";
import { dealWarnings } from "./version-routes.ts";

it("The operator and the address replace their placeholders, the operator once", () => {
  const texts = { headline: "Risk.", risk: "{nobody}", sender: "Sent by {operator}, {address}.", exemption: "x" };
  const identity = { operator: "A $& Ltd", address: ["A $& Ltd,", "1 Quay Street,", "Leeds"] };
  expect(dealWarnings(texts, identity)).toEqual({
    headline: "Risk.",
    risk: "{nobody}",
    sender: "Sent by A $& Ltd, 1 Quay Street, Leeds.",
    exemption: "x",
  });
});
