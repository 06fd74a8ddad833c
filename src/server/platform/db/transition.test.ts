import { expect, it } from "vitest";
import { buildAdmin, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";
import { createAsActor } from "../../create-context.ts";
import { transition } from "./transition.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const database = await openTestDatabase();
const asActor = createAsActor(database.db, noQueue);
const admin = { userId: (await buildAdmin(database.db)).id };

const decide = (id: string, to: "approved" | "rejected", expectedVersion?: Date, actor = admin) =>
  asActor(actor, (tx) =>
    transition(
      tx,
      {
        table: "member_profile_submissions",
        id,
        from: ["pending"],
        to,
        expectedVersion,
        note: "Please add your company.",
      },
      "submission",
    ),
  );

const rowOf = (id: string) =>
  database.db
    .selectFrom("member_profile_submissions")
    .select(["status", "admin_notes", "reviewed_by"])
    .where("id", "=", id)
    .executeTakeFirst();

it("A transition changes a record once and reports the change", async () => {
  const { id } = await buildSubmission(database.db);
  expect(await decide(id, "rejected")).toBe("changed");
  expect(await decide(id, "rejected")).toBe("unchanged");
  await expect(decide(id, "approved")).rejects.toThrow("submission_reviewed");
  expect(await rowOf(id)).toEqual({
    status: "rejected",
    admin_notes: "Please add your company.",
    reviewed_by: admin.userId,
  });
});

it("A transition changes only the viewed version, but accepts a repeated decision for any version", async () => {
  const { id, submitted_at } = await buildSubmission(database.db);
  const older = new Date(submitted_at.getTime() - 1);
  await expect(decide(id, "approved", older)).rejects.toThrow("submission_changed");
  expect((await rowOf(id))?.status).toBe("pending");
  expect(await decide(id, "approved", submitted_at)).toBe("changed");
  expect(await decide(id, "approved", older)).toBe("unchanged");
});

it("A transition changes nothing when there is no such record", async () => {
  await expect(decide(unknownId, "approved")).rejects.toMatchObject({ status: 404 });
});

it("A transition by a member is denied in the database, even for the member's own record", async () => {
  const { id: userId } = await buildPerson(database.db);
  const { id } = await buildSubmission(database.db, { user_id: userId });
  await expect(decide(id, "approved", undefined, { userId })).rejects.toMatchObject({ code: "42501" });
  expect((await rowOf(id))?.status).toBe("pending");
});

it("A transition is rejected from a status from which the table does not allow the change", async () => {
  const { id } = await buildSubmission(database.db, { status: "rejected" });
  const reopen = asActor(admin, (tx) =>
    transition(tx, { table: "member_profile_submissions", id, from: ["rejected"], to: "approved" }, "submission"),
  );
  await expect(reopen).rejects.toMatchObject({ code: "22023" });
});
