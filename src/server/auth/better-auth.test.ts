import { expect, it } from "vitest";
import { createTestApp } from "#tests/support/test-app.ts";
import { createPasswordHashing } from "./better-auth.ts";

it("A hashed password is verified, and any other rejected", async () => {
  const { hash, verify } = createPasswordHashing();
  const hashed = await hash("seven quiet lanterns");
  expect(await verify({ hash: hashed, password: "seven quiet lanterns" })).toBe(true);
  expect(await verify({ hash: hashed, password: "eight quiet lanterns" })).toBe(false);
});

it("Hashing returns 503 while its queue is full, and accepts the next password when there is room", async () => {
  const { hash, verify } = createPasswordHashing({ concurrency: 1, queueLength: 2 });
  const hashed = await hash("seven quiet lanterns");
  const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => verify({ hash: hashed, password: "wrong" })));
  expect(tries.slice(0, 3)).toEqual([
    { status: "fulfilled", value: false },
    { status: "fulfilled", value: false },
    { status: "fulfilled", value: false },
  ]);
  for (const refused of tries.slice(3)) {
    const problem = { status: 503, code: "passwords_busy", more: { headers: { "Retry-After": "5" } } };
    expect(refused).toMatchObject({ status: "rejected", reason: problem });
  }
  expect(await verify({ hash: hashed, password: "seven quiet lanterns" })).toBe(true);
});

it("Sign-ins beyond the queue are answered 503 with Retry-After, and none of them is audited", async () => {
  const club = await createTestApp({ passwordHashing: { concurrency: 1, queueLength: 0 } });
  const signIn = (n: number) =>
    club.visitor("POST", "/api/auth/sign-in/email", {
      email: `crowd-${n}@castell.example`,
      password: "wrong password",
    });
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(signIn));
  const refused = answers.filter(({ body }) => body.code !== "invalid_credentials");
  for (const { status, headers, body } of refused) {
    expect([status, headers.get("retry-after"), body.code]).toEqual([503, "5", "passwords_busy"]);
  }
  const audits = club.db.selectFrom("audit_events").select("details").where("kind", "=", "sign_in_failed");
  expect(await audits.execute()).toEqual(
    Array(6 - refused.length).fill({ details: { reason: "invalid_credentials" } }),
  );
  expect(refused.length).toBeGreaterThan(0);
  await club.close();
});
