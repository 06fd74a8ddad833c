import { expect, it } from "vitest";
import { describeError } from "./create-log.ts";

it("A member's e-mail in the details of a database error is not logged", () => {
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

it("A thrown value that is not an error is logged by its type only", () => {
  expect(describeError("ada@club.example")).toEqual({ type: "string" });
});
