import { expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp({ appUrl: "https://club.example", now: () => new Date("2026-05-31T10:00:00Z") });

it("Somebody who finds a weakness reads whom to tell: the club's own address, for the next 180 days", async () => {
  const admin = await club.as(await buildAdmin(club.db));
  const value = { ...defaultSettings.identity, contact_email: "security@club.example" };
  await admin("PUT", "/api/settings/identity", { value, expected_revision: 0 });
  const { status, headers, body } = await club.visitor("GET", "/.well-known/security.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(body).toBe(
    [
      "Contact: mailto:security@club.example",
      "Expires: 2026-11-27T10:00:00.000Z",
      "Preferred-Languages: en",
      "Canonical: https://club.example/.well-known/security.txt",
      "",
    ].join("\n"),
  );
});
