import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { URI } from "otpauth";
import { expect, it } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { prepareStage } from "./support/stage.ts";
import { call } from "./support/visitor.ts";

const { folder, sampleClubFolder, spawn } = prepareStage();

const recipes = [...readFileSync("docs/operations/runbook.md", "utf8").matchAll(/node deploy\/sql\.mjs "([^"]+)"/g)]
  .map(([, statements = ""]) => statements)
  .filter((statements) => statements !== "…");
const commands = recipes.map((statements) => statements.replaceAll("'…'", "'01900000-0000-7000-8000-000000000000'"));

/** The runbook's SQL, found by its first words. */
function recipeFor(beginning: string, { id, email }: { id: string; email: string }): string {
  const recipe = recipes.find((statements) => statements.startsWith(beginning));
  if (!recipe) throw new Error(`The runbook has no recipe that begins with: ${beginning}`);
  return recipe.replaceAll("'…'", `'${id}'`).replaceAll("ada@club.example", email);
}

const runSql = (statements: string, dataDir: string) =>
  spawnSync(process.execPath, ["deploy/sql.mjs", statements], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    encoding: "utf8",
  });

const { member } = sampleAccounts;
const signIn = (url: string) => call(url, "POST /api/auth/sign-in/email", member);
const cookieOf = ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");

/** @returns the sample member's id. */
async function setUpSecondFactor(url: string): Promise<string> {
  const signedIn = await signIn(url);
  const cookie = cookieOf(signedIn);
  const setup = await call(url, "POST /api/auth/two-factor/enable", { password: member.password }, cookie);
  const code = URI.parse(setup.body.totp_uri).generate();
  expect((await call(url, "POST /api/auth/two-factor/verify-totp", { code }, cookie)).status).toBe(200);
  expect((await signIn(url)).body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
  return signedIn.body.user.id;
}

it("Every SQL statement of the runbook runs on the current schema", async () => {
  const dataDir = sampleClubFolder();
  const club = spawn({ DATA_DIR: dataDir });
  await club.url();
  expect(commands.length).toBeGreaterThan(9);
  for (const statements of commands) {
    const { status, stdout, stderr } = runSql(statements, dataDir);
    expect([statements, stderr, status]).toEqual([statements, "", 0]);
    expect(stdout).toMatch(/^(SELECT|UPDATE|DELETE) \d+$/m);
  }
});

it("A person who lost their second factor signs in by password after the runbook's reset and secret rotation", async () => {
  const dataDir = sampleClubFolder();
  const url = await spawn({ DATA_DIR: dataDir }).url();
  for (const beginning of ["delete from auth.two_factors where", "delete from auth.two_factors"]) {
    const id = await setUpSecondFactor(url);
    expect(runSql(recipeFor(beginning, { id, email: member.email }), dataDir).stdout).toBe("DELETE 1\n");
    const again = await signIn(url);
    expect([again.status, again.body]).toEqual([200, { user: { id } }]);
    const { body } = await call(url, "GET /api/session", undefined, cookieOf(again));
    expect(body.session.user.factors).toEqual([]);
  }
});

it("The runbook's steps for a compromised account revoke its sessions and block sign-in", async () => {
  const dataDir = sampleClubFolder();
  const url = await spawn({ DATA_DIR: dataDir }).url();
  const signedIn = await signIn(url);
  const { id } = signedIn.body.user;
  const google = `insert into auth.accounts (user_id, provider_id, account_id, updated_at) values ('${id}', 'google', 'a thief', now())`;
  const passkey = `insert into auth.passkeys (user_id, credential_id, public_key, sign_count, transports, name) values ('${id}', 'a thief', '', 0, '{}', 'Phone')`;
  for (const statement of [google, passkey]) expect(runSql(statement, dataDir).status).toBe(0);
  const recipe = recipeFor("delete from auth.sessions where user_id = '…'", { id, email: member.email });
  expect(runSql(recipe, dataDir)).toMatchObject({
    status: 0,
    stdout: "DELETE 1\nDELETE 0\nDELETE 1\nDELETE 1\nUPDATE 0\nUPDATE 1\n",
  });
  expect((await call(url, "GET /api/session", undefined, cookieOf(signedIn))).body).toEqual({ session: null });
  expect((await signIn(url)).body.code).toBe("invalid_credentials");
});

it("A mistyped statement or folder prints an error that names the mistake", async () => {
  const dataDir = sampleClubFolder();
  const club = spawn({ DATA_DIR: dataDir });
  await club.url();
  const mistyped = runSql("selct 1", dataDir);
  expect([mistyped.status, mistyped.stderr]).toEqual([1, 'syntax error at or near "selct"\n']);
  const elsewhere = runSql("select 1", folder());
  expect(elsewhere.status).toBe(1);
  expect(elsewhere.stderr).toContain("runs here. Start it, or set DATA_DIR or DATABASE_URL.");
});
