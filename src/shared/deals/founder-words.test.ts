import { expect, it } from "vitest";
import { dealDeskMessages as messages } from "./deal-desk-messages.ts";

const founder = (email: string | null) => ({ name: "Rosa Marsh", role: null, email, phone: null });
const yourself = "This site sends the founder no email. Please write to them yourself.";
const unknown =
  "This site sends the founder no email, and no email address of a founder is known. You can add one with Edit company, under Founders.";

it.each([
  ["no founder", [], unknown],
  ["a founder without an address", [founder(null)], unknown],
  ["one of two with an address", [founder(null), founder("rosa@saltmarsh.example")], yourself],
])("An admin who answers an enquiry is told how the founder hears of it: %s", (_who, founders, expected) => {
  expect(messages.founderNotTold(founders)).toBe(expected);
  expect(messages.answers.declined("Saltmarsh", founders).text).toBe(
    `It leaves the enquiries. The decision is recorded with your name. ${expected}`,
  );
});

it("An admin who answers in the list is told nothing of the founder until it is known", () => {
  expect(messages.answers.parked("Saltmarsh", undefined).text).toBe(
    "It leaves the enquiries. The decision is recorded with your name.",
  );
});
