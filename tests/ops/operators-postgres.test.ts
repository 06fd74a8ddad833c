import { beforeAll, expect, it } from "vitest";
import { asSuperuser } from "#tests/support/test-cluster.ts";
import type { OperatorsPostgres } from "./support/operators-postgres.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { spawn, startOperatorsPostgres } = prepareStage();
let postgres: OperatorsPostgres;

beforeAll(async () => {
  postgres = await startOperatorsPostgres();
});

/** The owner has no other rights. */
async function createOwnDatabase(owner: string) {
  await asSuperuser(
    postgres.endpoint,
    `create role ${owner} login password 'hunter2'`,
    `create database ${owner} owner ${owner}`,
  );
  const url = `postgres://${owner}:hunter2@/${owner}?host=${postgres.endpoint.host}`;
  return { ...postgres.settings, DATABASE_URL: url };
}

it("A start with a user that may not create roles prints the SQL for an administrator, and works once it has run", async () => {
  const settings = await createOwnDatabase("ada");
  const refused = spawn(settings);
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toContain('The database user "ada" may not create the roles that the club needs.');
  expect(refused.said()).not.toContain("hunter2");
  const [, sql = ""] = refused.said().split("has to run this once:\n\n");
  await asSuperuser(postgres.endpoint, sql);
  const url = await spawn(settings).url();
  const cookie = await signInAsAdmin(url);
  const invited = await call(url, "POST /api/invitations", { email: "otto@mail.example" }, cookie);
  expect(invited.status).toBe(201);
});

it("A start with an unknown database user fails at once with an error that omits the password", async () => {
  const club = spawn({
    ...postgres.settings,
    DATABASE_URL: `postgres://nobody:hunter2@/kindling?host=${postgres.endpoint.host}`,
  });
  expect(await club.ended).toBe(1);
  expect(club.said()).toContain('Kindling cannot start. The database "kindling" at');
  expect(club.said()).toContain('refuses the club: role "nobody" does not exist. Check DATABASE_URL.');
  expect(club.said()).not.toContain("hunter2");
});
