import { expect, it } from "vitest";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { spawn, startOperatorsPostgres } = prepareStage();

it("Two processes started at once on one empty server share a club and a rate limit, and one can serve alone", async () => {
  const postgres = await startOperatorsPostgres();
  const clubs = [spawn(postgres.settings), spawn(postgres.settings)] as const;
  const [one, other] = await Promise.all([clubs[0].url(), clubs[1].url()]);
  const cookie = await signInAsAdmin(one);
  const invited = await call(one, "POST /api/invitations", { email: "otto@mail.example" }, cookie);
  expect(invited.status).toBe(201);
  const { body } = await call(other, "GET /api/invitations", undefined, cookie);
  expect(body.items[0]).toMatchObject(invited.body);
  expect((await call(other, "GET /api/session", undefined, cookie)).body.session.role).toBe("admin");
  await guessInTurns([one, other]);
  clubs[0].process.kill("SIGTERM");
  expect(await clubs[0].ended).toBe(0);
  expect((await call(other, "GET /api/member-profiles", undefined, cookie)).status).toBe(200);
});

/** Limits are shared: ten wrong passwords, thirty wrong codes across processes. */
async function guessInTurns(urls: readonly string[]): Promise<void> {
  const tries = async (route: string, body: object, count: number) => {
    const statuses: number[] = [];
    for (let n = 0; n < count; n++) statuses.push((await call(urls[n % 2] as string, route, body)).status);
    return statuses;
  };
  const { email } = sampleAccounts.member;
  const passwords = await tries("POST /api/auth/sign-in/email", { email, password: "no such password" }, 12);
  expect(passwords).toEqual([...Array(10).fill(400), 429, 429]);
  const guess = { code: "AAAAAAAAAA", email: "nina@mail.example", password: "seven quiet lanterns" };
  expect(await tries("POST /api/registrations", guess, 32)).toEqual([...Array(30).fill(422), 429, 429]);
}
