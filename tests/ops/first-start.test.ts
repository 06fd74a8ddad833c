import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connectTo, ownDatabase } from "./support/database.ts";
import { prepareStage } from "./support/stage.ts";
import { call } from "./support/visitor.ts";

const { command, folder, spawn } = prepareStage();

it("Settings are read from a .env file, and environment variables take precedence", async () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, ".env"), 'LOG_LEVEL=loud\nHOST="no host"\n');
  const club = spawn({ DATA_DIR: dataDir, LOG_LEVEL: "info" });
  expect(await club.ended).toBe(1);
  expect(club.said()).toMatch(/^\nKindling cannot start\. One setting is wrong:\n {2}HOST: "no host" .*\n\n$/);
});

it("A new club has no accounts, and a file with a registration link for each admin until that admin has registered", async () => {
  const settings = { DATA_DIR: folder(), ADMIN_EMAILS: "ada@mail.example, grace@mail.example" };
  const first = spawn(settings);
  const url = await first.url();
  const database = await connectTo(ownDatabase(settings.DATA_DIR, "postgres"));
  const { rows } = await database.query(
    `select (select count(*)::int from auth.users) as people, (select count(*)::int from member_profiles) as profiles,
            (select array_agg(email order by email) from invitations) as invited`,
  );
  await database.end();
  expect(rows).toEqual([{ people: 0, profiles: 0, invited: ["ada@mail.example", "grace@mail.example"] }]);
  const file = join(settings.DATA_DIR, "registration-links.txt");
  expect(emailsIn(file)).toEqual(["ada@mail.example", "grace@mail.example"]);
  expect(first.said()).toContain(file);
  expect(first.said()).not.toContain("sample");

  const code = /ada@mail\.example +\S+token=(\w+)-/.exec(readFileSync(file, "utf8"))?.[1];
  const ada = { code, email: "ada@mail.example", password: "seven-quiet-otters" };
  expect((await call(url, "POST /api/registrations", ada)).status).toBe(201);
  first.process.kill("SIGTERM");
  await first.ended;
  const second = spawn(settings);
  await second.url();
  expect(emailsIn(file)).toEqual(["grace@mail.example"]);
  const shown = await command(settings, "first-admin");
  expect([shown.exitCode, shown.said]).toEqual([0, expect.stringContaining(file)]);
  expect(emailsIn(file)).toEqual(["grace@mail.example"]);
});

const emailsIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^(\S+) +http\S+\/#\/setup\?token=\w+-\S+$/gm)]
    .map(([, email]) => email)
    .toSorted();
