import { expect, inject, it } from "vitest";
import { openTestGate } from "../../platform/jobs/test-gate.ts";
import { waitForDatabase } from "./open-database.ts";

const silent = { warn() {} };

it("An operator whose database is unreachable is told where the club looked, without the password", async () => {
  const waits: unknown[] = [];
  const log = { warn: (...args: unknown[]) => void waits.push(args) };
  const url = "postgres://ada:hunter2@127.0.0.1:1/club";
  const failure = await waitForDatabase({ url }, log, 1000).catch((error: Error) => error.message);
  expect(failure).toContain(
    'database "club" at 127.0.0.1:1 as "ada" did not answer within 1 seconds: connect ECONNREFUSED',
  );
  expect(waits).toHaveLength(2);
  expect(JSON.stringify([failure, waits])).not.toContain("hunter2");
});

it("A club that starts before its database waits for it", async () => {
  const gate = await openTestGate(inject("databaseOwner"));
  await gate.shut();
  const waits: unknown[] = [];
  const waiting = waitForDatabase(gate.address, { warn: (...args: unknown[]) => void waits.push(args) });
  await expect.poll(() => waits.length).toBeGreaterThan(0);
  await gate.open();
  await waiting;
  await gate.shut();
});

it("An operator who mistyped the user is told so without waiting half a minute", async () => {
  const address = { ...inject("databaseOwner"), user: "ada" };
  await expect(waitForDatabase(address, silent)).rejects.toThrow('refuses the club: role "ada" does not exist.');
});
