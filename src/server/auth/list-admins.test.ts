import { expect, it } from "vitest";
import { buildAdmin, buildPerson } from "#server/sample/builders.ts";
import { buildFirstAdmin } from "#tests/support/build-first-admin.ts";
import { createTestApp } from "#tests/support/test-app.ts";
import { listAdmins } from "./list-admins.ts";

it("Lists admins by role and first admins, each once, and nobody whose rights are not proved", async () => {
  const club = await createTestApp();
  const byRole = await buildAdmin(club.db);
  const first = await buildFirstAdmin(club.db);
  const both = await buildFirstAdmin(club.db, { is_admin: true });
  await buildPerson(club.db);
  await buildFirstAdmin(club.db, { email_verified: false });
  const moved = await buildPerson(club.db);
  await club.db.updateTable("auth.users").set({ email: "listed@mail.example" }).where("id", "=", moved.id).execute();
  await club.db.insertInto("admin_emails").values({ email: "listed@mail.example" }).execute();
  const admins = await club.asOwner(null, (tx) => listAdmins(tx));
  expect(admins.toSorted()).toEqual([byRole.id, first.id, both.id].toSorted());
  await club.close();
});
