import { expect, it } from "vitest";
import { withoutSecrets } from "./use-draft.ts";

it("stores all of a draft except passwords, codes and tokens", () => {
  const secrets = { password: "a", current_password: "b", new_password: "c", code: "d", token: "e", api_token: "f" };
  expect(
    withoutSecrets({ ...secrets, email: "mina@castell.example", postcode: "EC1", expertise: ["Pricing"] }),
  ).toEqual({
    email: "mina@castell.example",
    postcode: "EC1",
    expertise: ["Pricing"],
  });
});
