import { expect, it } from "vitest";
import { typedOf, withoutSecrets } from "./use-draft.ts";

it("A draft is stored without its passwords, codes and tokens", () => {
  const secrets = { password: "a", current_password: "b", new_password: "c", code: "d", token: "e", api_token: "f" };
  expect(
    withoutSecrets({ ...secrets, email: "mina@castell.example", postcode: "EC1", expertise: ["Pricing"] }),
  ).toEqual({
    email: "mina@castell.example",
    postcode: "EC1",
    expertise: ["Pricing"],
  });
});

it("A draft stores only what differs from the saved values, so that a newer record shows its own", () => {
  const saved = { shares: "100", note: "", tags: ["a"], day: "" };
  expect(typedOf({ ...saved, note: "Ask Ruth", tags: ["a"] }, saved)).toEqual({ note: "Ask Ruth" });
  expect(typedOf({ ...saved, tags: ["a", "b"], day: "2026-11-02" }, saved)).toEqual({
    tags: ["a", "b"],
    day: "2026-11-02",
  });
});
