import { expect, it } from "vitest";
import { prepareStage } from "./support/stage.ts";
import { call, signInAsAdmin } from "./support/visitor.ts";

const { spawn, startOperatorsPostgres } = prepareStage();

it("Two processes that start at once on one empty server are one club, and one goes on when the other stops", async () => {
  const postgres = await startOperatorsPostgres();
  const clubs = [spawn(postgres.settings), spawn(postgres.settings)] as const;
  const [one, other] = await Promise.all([clubs[0].url(), clubs[1].url()]);
  const cookie = await signInAsAdmin(one);
  const invited = await call(one, "POST /api/invitations", { email: "otto@mail.example" }, cookie);
  expect(invited.status).toBe(201);
  const { body } = await call(other, "GET /api/invitations", undefined, cookie);
  expect(body.items[0]).toEqual(invited.body);
  expect((await call(other, "GET /api/session", undefined, cookie)).body.session.role).toBe("admin");
  clubs[0].process.kill("SIGTERM");
  expect(await clubs[0].ended).toBe(0);
  expect((await call(other, "GET /api/member-profiles", undefined, cookie)).status).toBe(200);
});
