import { expect, it } from "vitest";
import { describeError } from "./create-log.ts";

it("A member's e-mail in the details of a database error stays out of the log", () => {
  const error = Object.assign(new Error("duplicate key value violates unique constraint"), {
    name: "PostgresError",
    code: "23505",
    detail: "Key (email)=(ada@club.example) already exists.",
    parameters: ["ada@club.example"],
  });
  const logged = JSON.stringify(describeError(error));
  expect(logged).toContain('"type":"PostgresError","code":"23505"');
  expect(logged).toContain("create-log.test.ts");
  expect(logged).not.toContain("ada@club.example");
});

it("Something thrown that is no error is named by its kind alone", () => {
  expect(describeError("ada@club.example")).toEqual({ type: "string" });
});
