import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildAdmin, buildInvitation } from "#server/sample/builders.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";

const token = "a-token-of-the-operator";
const bearer = { authorization: `Bearer ${token}` };

const club = await openTestApp({ metricsToken: token });

async function figures(): Promise<string> {
  const { status, body } = await club.visitor("GET", "/metrics", undefined, bearer);
  expect(status).toBe(200);
  return body;
}

describe("GET /metrics", () => {
  it("returns 404 when the operator has set no token", async () => {
    const quiet = await createTestApp();
    for (const headers of [{}, bearer, { authorization: "Bearer " }]) {
      expect((await quiet.visitor("GET", "/metrics", undefined, headers)).status).toBe(404);
    }
    await quiet.close();
  });

  it("rejects an admin's session and a wrong token", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    expect((await admin("GET", "/metrics")).status).toBe(401);
    for (const authorization of [token, `Bearer ${token}x`, "Bearer ", `Basic ${token}`]) {
      const { status, headers, body } = await club.visitor("GET", "/metrics", undefined, { authorization });
      expect([status, headers.get("www-authenticate"), body.code]).toEqual([401, "Bearer", "invalid_token"]);
    }
  });

  it("returns the Prometheus text format, uncached", async () => {
    const { headers } = await club.visitor("GET", "/metrics", undefined, bearer);
    expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("counts requests by their route pattern, never by the values in the path", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const { id } = await buildInvitation(club.db, { email: "otto@mail.example" });
    await admin("DELETE", `/api/invitations/${id}`);
    await admin("DELETE", `/api/invitations/${id}`);
    await club.visitor("GET", "/api/invitations");
    await club.visitor("GET", "/api/no-such-call/otto@mail.example");
    await club.visitor("GET", "/insights/no-such-article");
    await club.visitor("GET", "/no-such-page");
    await club.visitor("BREW", "/");
    const text = await figures();
    for (const line of [
      'kindling_http_requests_total{method="DELETE",route="/api/invitations/:id",status="2xx"} 1',
      'kindling_http_requests_total{method="DELETE",route="/api/invitations/:id",status="4xx"} 1',
      'kindling_http_requests_total{method="GET",route="/api/invitations",status="4xx"} 1',
      'kindling_http_requests_total{method="GET",route="/api/*",status="4xx"} 1',
      'kindling_http_requests_total{method="other",route="/*",status="4xx"} 1',
      'kindling_http_request_duration_seconds_count{method="DELETE",route="/api/invitations/:id"} 2',
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).not.toContain(id);
    expect(text).not.toMatch(/otto|no-such/);
  });

  it("counts unexpected errors", async () => {
    const lost = await createTestApp({ metricsToken: token });
    const admin = await lost.as(await buildAdmin(lost.db));
    await lost.db.schema.alterTable("invitations").renameTo("invitations_gone").execute();
    await admin("GET", "/api/invitations");
    const { body } = await lost.visitor("GET", "/metrics", undefined, bearer);
    expect(body).toContain('kindling_errors_total{where="request"} 1\n');
    expect(body).toContain('kindling_http_requests_total{method="GET",route="/api/invitations",status="5xx"} 1\n');
    await lost.close();
  });

  it("reports mails that are queued, sent, retried and failed", async () => {
    await club.db.transaction().execute(async (tx) => {
      const { id } = await buildInvitation(tx, { email: "mia@mail.example" });
      const request = { template: "invitation", invitation_id: id } as const;
      await club.queue.enqueueMail(tx, [request, request, request]);
    });
    const before = await figures();
    expect(before).toContain('kindling_queue_jobs{queue="mail",state="waiting"} 3\n');
    expect(before).toMatch(/kindling_queue_oldest_seconds\{queue="mail"\} 0\.\d+\n/);
    expect(before).toContain('kindling_mails_total{outcome="sent"} 0\n');
    let tries = 0;
    await club.jobs.workMail(async () => {
      if (++tries === 2) throw new Error("The mail server did not take it.");
    });
    await expect.poll(figures, { timeout: 10_000 }).toContain('kindling_mails_total{outcome="sent"} 2\n');
    const after = await figures();
    expect(after).toContain('kindling_mails_total{outcome="retried"} 1\n');
    expect(after).toContain('kindling_mails_total{outcome="failed"} 0\n');
    await expect.poll(figures).toContain('kindling_queue_jobs{queue="mail",state="waiting"} 1\n');
  });

  it("reports the connections, the process and the running version", async () => {
    const text = await figures();
    expect(text).toMatch(/kindling_database_connections\{state="total"\} [1-5]\n/);
    expect(text).toContain('kindling_database_connections{state="waiting"} 0\n');
    expect(text).toContain("kindling_database_up 1\n");
    expect(text).toMatch(/kindling_build_info\{version="1\.2\.3",node="v\d+[^"]+"\} 1\n/);
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
  });

  it("omits the queue's metrics while the database is down", async () => {
    const lost = await createTestApp({ metricsToken: token });
    await sql`alter schema pgboss rename to pgboss_gone`.execute(lost.db);
    const { status, body } = await lost.visitor("GET", "/metrics", undefined, bearer);
    expect(status).toBe(200);
    expect(body).toContain("kindling_database_up 0\n");
    expect(body).not.toContain("kindling_queue_jobs{");
    await lost.close();
  });
});
