import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPerson } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { listAdmins } from "../../auth/list-admins.ts";
import { welcomeAdmins } from "./first-admins.ts";

let club: TestApp;
beforeAll(async () => {
  club = await createTestApp();
});
afterAll(() => club.close());

it("Each admin without an account is mailed one registration link, and no second one at the next start", async () => {
  await buildPerson(club.db, { email: "grace@club.example" });
  const settings = { adminEmails: ["ada@club.example", "grace@club.example"], appUrl: club.appUrl };
  const start = () => welcomeAdmins(club.db, settings, new Date(), club.queue.enqueueMail);
  const [link] = await start();
  expect(await start()).toEqual([link]);
  const mails = await takeMails(club);
  expect(mails.map(({ to, link: url, subject }) => [to, url, subject])).toEqual([
    ["ada@club.example", link?.url, "Register as an admin of Kindling"],
  ]);
});

it("An admin is mailed a new link when the old one has expired", async () => {
  const settings = { adminEmails: ["ada@club.example"], appUrl: club.appUrl };
  const inFortyDays = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000);
  const [link] = await welcomeAdmins(club.db, settings, inFortyDays, club.queue.enqueueMail);
  const mails = await takeMails(club);
  expect(mails.map((mail) => mail.link)).toEqual([link?.url]);
});

it("An admin with another address stays one while either is listed, and nobody is invited to the old one", async () => {
  const start = (...adminEmails: string[]) =>
    welcomeAdmins(club.db, { adminEmails, appUrl: club.appUrl }, new Date(), club.queue.enqueueMail);
  const { id } = await buildPerson(club.db, { email: "mina@club.example" });
  const isAdmin = async () => (await club.asOwner(null, (tx) => listAdmins(tx))).includes(id);
  await start("mina@club.example");
  await club.db.updateTable("auth.users").set({ email: "mina@new.example" }).where("id", "=", id).execute();
  expect([await start("mina@club.example"), await isAdmin()]).toEqual([[], true]);
  expect([await start("mina@new.example"), await isAdmin()]).toEqual([[], true]);
  expect([await start(), await isAdmin()]).toEqual([[], false]);
  expect([await start("mina@new.example"), await isAdmin()]).toEqual([[], false]);
});
