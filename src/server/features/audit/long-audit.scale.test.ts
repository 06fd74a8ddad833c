import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin, buildMember, type Person } from "#server/sample/builders.ts";
import { plansOf } from "#tests/support/explain.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { keysetPage } from "../../platform/http/keyset-page.ts";
import { auditCsv, auditKeys, auditOrder } from "./routes.ts";

const later = Buffer.from(
  JSON.stringify(["2026-11-10T00:00:00.000Z", "01900000-0000-7000-8000-000000000000"]),
).toString("base64url");
let club: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  club = await createTestApp();
  admin = await buildAdmin(club.db);
  member = await buildMember(club.db);
  await sql`
    insert into audit_events (created_at, kind, actor_id, subject_id)
    select '2026-11-20'::timestamptz - n * interval '1 minute',
           case when n % 1000 = 0 then 'invitation_deleted' else 'signed_in' end,
           case when n % 500 = 0 then ${member.id}::uuid else ${admin.id}::uuid end,
           case when n % 700 = 0 then ${member.id}::uuid else gen_random_uuid() end
      from generate_series(1, 100000) as n`.execute(club.db);
  await sql`analyze audit_events`.execute(club.db);
}, 60_000);
afterAll(() => club.close());

describe("An audit log of 100,000 rows", () => {
  it.each([
    ["everything", () => ({}), ["audit_events_newest_idx"]],
    ["a kind", () => ({ kind: "invitation_deleted" as const }), ["audit_events_kind_idx"]],
    ["a person", () => ({ person: member.id }), ["audit_events_actor_idx", "audit_events_subject_idx"]],
    [
      "a person and a kind",
      () => ({ person: member.id, kind: "signed_in" as const }),
      ["audit_events_actor_idx", "audit_events_subject_idx"],
    ],
  ])(
    "A page of 100,000 audit rows is read for %s from an index, under an admin's policies",
    async (_, filter, indexes) => {
      for (const cursor of [undefined, later]) {
        const plan = await club.asActor({ userId: admin.id }, async (tx) => {
          const page = { cursor, limit: 25 };
          return plansOf(tx, (planned) =>
            keysetPage(auditKeys(planned, filter(), [member.id], page), auditOrder, page),
          );
        });
        expect(plan).not.toContain("Seq Scan on audit_events");
        for (const index of indexes) expect(plan).toContain(`using ${index}`);
      }
    },
  );
  it("An audit log of 100,000 rows is exported completely, in batches of a thousand that are read on demand", async () => {
    const caller = { dependencies: club, actor: { userId: admin.id }, log: club.log };
    const [stream] = await csvExport(caller, auditCsv({}));
    const reader = stream.getReader();
    const { value: head } = await reader.read();
    expect([...(head ?? []).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    let pieces = 1;
    let lines = linesIn(head);
    let longest = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces += 1;
      lines += linesIn(piece.value);
      longest = Math.max(longest, piece.value.length);
    }
    expect([pieces, lines]).toEqual([100, 100_001]);
    expect(longest).toBeLessThan(300_000);
  }, 60_000);
});

const linesIn = (piece: Uint8Array | undefined): number => new TextDecoder().decode(piece).split("\r\n").length - 1;
