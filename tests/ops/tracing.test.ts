import { cpSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findPort } from "#server/ops/start/start-club.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from "#tests/support/otlp-receiver.ts";
import { type ClubProcess, spawnClub } from "./support/club-process.ts";
import { prepareStage } from "./support/stage.ts";

const { spawn, sampleClubFolder } = prepareStage();
/** The address is https as behind a proxy: only from there a caller's trace is taken. */
const appUrl = "https://127.0.0.1";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const proxysSpan = "00f067aa0ba902b7";

let collector: OtlpReceiver;
let club: ClubProcess;
let url: string;

beforeAll(async () => {
  collector = await openOtlpReceiver();
  const port = await findPort({ host: "127.0.0.1", port: 0 });
  club = spawn({
    PORT: String(port),
    APP_URL: appUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  await club.url();
  url = `http://127.0.0.1:${port}`;
});
afterAll(() => collector.close());

async function call(path: string, { body, ...headers }: Record<string, string> = {}) {
  const json = body && { "content-type": "application/json" };
  const method = body ? "POST" : "GET";
  return fetch(url + path, { method, headers: { origin: appUrl, ...json, ...headers }, ...(body && { body }) });
}

const isWithin = (spans: readonly ReceivedSpan[], parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

describe("With an OTLP collector", () => {
  it("A trace that a proxy began goes on with the request, and within it its statements", async () => {
    const signedIn = await call("/api/auth/sign-in/email", { body: JSON.stringify(sampleAccounts.member) });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(";", 1)[0])
      .join("; ");
    const traceparent = `00-${traceId}-${proxysSpan}-01`;
    const answer = await call("/api/member-profiles?q=lindqvist", { cookie, traceparent });
    expect(answer.status).toBe(200);

    const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
    // The request ends after its statements, and is sent with them or later.
    await expect.poll(() => ofTrace().some(({ kind }) => kind === 2), { timeout: 10_000 }).toBe(true);
    expect(ofTrace().length).toBeGreaterThan(1);
    const [request, ...others] = ofTrace().toSorted((a, b) => (b.kind === 2 ? 1 : a.kind === 2 ? -1 : 0));
    expect(request).toMatchObject({
      name: "GET /api/member-profiles",
      kind: 2,
      parentSpanId: proxysSpan,
      attributes: { "http.route": "/api/member-profiles", "http.response.status_code": "200" },
    });
    expect(isWithin(others, request)).toEqual(others);
    expect(others.map(({ attributes }) => attributes["db.query.text"]).join()).toMatch(/member_profiles[\s\S]*\$1/);
    for (const { startTimeUnixNano, endTimeUnixNano } of others) {
      expect(startTimeUnixNano >= String(request?.startTimeUnixNano)).toBe(true);
      expect(endTimeUnixNano <= String(request?.endTimeUnixNano)).toBe(true);
    }
    const line = club
      .said()
      .split("\n")
      .find((text) => text.includes(traceId));
    expect(JSON.parse(line ?? "{}")).toMatchObject({ msg: "request", trace_id: traceId });
  });

  it("A job is a trace of its own", async () => {
    const job = () => collector.spans.find(({ name }) => name === "job unused-files");
    await expect.poll(job, { timeout: 60_000, interval: 200 }).toMatchObject({ kind: 5 });
    await expect.poll(() => isWithin(collector.spans, job()).length).toBeGreaterThan(0);
  });

  it("Traces have nothing of a person, and no word of a search", async () => {
    const sent = JSON.stringify(collector.requests.map(({ body }) => body));
    expect(sent).not.toMatch(/lindqvist|@|many-small-sticks|Bearer|\?q=/i);
    expect(sent).not.toMatch(/127\.0\.0\.1/);
  });
});

it("A club without a collector loads no tracing, and starts without its file", async () => {
  const built = inject("builtServer");
  const other = `${dirname(built)}-untraced`;
  cpSync(dirname(built), other, { recursive: true });
  rmSync(join(other, "create-tracing.js"));
  const start = (settings: Record<string, string>) =>
    spawnClub(join(other, basename(built)), { DATA_DIR: sampleClubFolder(), ...settings });
  try {
    const untraced = start({});
    expect(await untraced.url()).toContain("http");
    untraced.process.kill("SIGTERM");
    expect(await untraced.ended).toBe(0);
    const traced = start({ OTEL_TRACES_EXPORTER: "otlp" });
    expect(await traced.ended).toBe(1);
    expect(traced.said()).toContain("create-tracing.js");
  } finally {
    rmSync(other, { recursive: true });
  }
});
