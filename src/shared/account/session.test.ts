import { expect, it } from "vitest";
import { oneTimeCodeInputSchema } from "./session.ts";

it.each([{}, { email: "" }, { email: " " }, { email: null }, { phone: "" }])(
  "A one-time code needs an e-mail or a phone number: %j",
  (input) => {
    const { error } = oneTimeCodeInputSchema.safeParse(input);
    expect(error?.issues.map(({ message }) => message)).toEqual(["You must provide either an email or phone number."]);
  },
);

it("A one-time code's e-mail is normalised as the club stores it, and an invalid one is rejected", () => {
  expect(oneTimeCodeInputSchema.parse({ email: " Mina@Castell.example " })).toEqual({ email: "mina@castell.example" });
  const { error } = oneTimeCodeInputSchema.safeParse({ email: "mina" });
  expect(error?.issues.map(({ message }) => message)).toEqual(["Please enter a valid email address."]);
});
