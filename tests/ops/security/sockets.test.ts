import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findPort, listen, patience } from "#server/ops/start/start-club.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { exchange } from "./fuzz/raw-exchange.ts";

const rawRequests = import.meta.env.MODE === "full" ? 1000 : 300;
const patienceMilliseconds = 2000;

let club: TestApp;
let port: number;
let stop: () => Promise<void>;
beforeAll(async () => {
  club = await createTestApp();
  port = await findPort({ host: "127.0.0.1", port: 0 });
  const impatient = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 };
  stop = await listen(club.fetch, { host: "127.0.0.1", port }, impatient);
  // Node answers a half-closed socket only at once: from memory, not while the page is rendered.
  await club.visitor("GET", "/no/such/page");
});
afterAll(async () => {
  await stop();
  await club.close();
});

const json = "Host: club.example\r\nContent-Type: application/json\r\n";
const smuggled = "GET /api/smuggled HTTP/1.1\r\nHost: club.example\r\nConnection: close\r\n\r\n";
const get = (path: string, headers = "Host: club.example\r\n") =>
  `GET ${path} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

/** Raw bytes and the expected statuses. */
const shapes: Record<string, [string, number[]]> = {
  "a valid request": [get("/healthz"), [200]],
  "two pipelined requests": [`GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${get("/api/nothing")}`, [200, 404]],
  "Content-Length before Transfer-Encoding (CL.TE)": [
    `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    [400],
  ],
  "Transfer-Encoding before Content-Length (TE.CL)": [
    `POST /api/registrations HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n${smuggled}\r\n0\r\n\r\n`,
    [400],
  ],
  "two Content-Length headers": [
    `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: 0\r\nContent-Length: 70\r\n\r\n${smuggled}`,
    [400],
  ],
  "a Content-Length with two numbers": [
    `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: 0, 70\r\n\r\n${smuggled}`,
    [400],
  ],
  "a negative Content-Length": [
    `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: -1\r\n\r\n${smuggled}`,
    [400],
  ],
  "a hexadecimal Content-Length": [
    `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: 0x10\r\n\r\n${smuggled}`,
    [400],
  ],
  "a misspelt Transfer-Encoding": [
    `POST /api/registrations HTTP/1.1\r\n${json}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    [400],
  ],
  "two Transfer-Encoding values": [
    `POST /api/registrations HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    [400],
  ],
  "a space before the colon": [
    `POST /api/registrations HTTP/1.1\r\n${json}Content-Length : 70\r\n\r\n${smuggled}`,
    [400],
  ],
  "a folded header": [`GET /healthz HTTP/1.1\r\nHost: club.example\r\nA: b\r\n c\r\nConnection: close\r\n\r\n`, [400]],
  "LF line endings": ["GET /healthz HTTP/1.1\nHost: club.example\nConnection: close\n\n", [400]],
  "an invalid chunk size": [
    `POST /api/registrations HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    [400],
  ],
  "a huge chunk size": [
    `POST /api/registrations HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n`,
    [400],
  ],
  "no Host header": ["GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", [400]],
  // The Host header is ignored: the app's URL is a setting.
  "two Host headers": [get("/members", "Host: elsewhere.example\r\nHost: b\r\n"), [302]],
  "an invalid Host": [get("/healthz", "Host: a b/c?d#e@f\r\n"), [400]],
  "an empty Host": [get("/healthz", "Host: \r\n"), [400]],
  "a Host of another site": [get("/members", "Host: elsewhere.example\r\n"), [302]],
  "an absolute URL of another server": [get("http://elsewhere.example/members"), [302]],
  "a file: URL": [get("file:///etc/passwd"), [400]],
  "no request target": ["GET  HTTP/1.1\r\nHost: a\r\n\r\n", [400]],
  "OPTIONS *": ["OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", [400]],
  "a backslash": [get("/\\elsewhere.example/members"), [400]],
  "two slashes": [get("//elsewhere.example/members"), [404]],
  "NUL in the path": [get("/\u0000"), [400]],
  "NUL in a header": [get("/healthz", "Host: a\r\nX: a\u0000b\r\n"), [400]],
  "a path traversal": [get("/../../../../etc/passwd"), [404]],
  "a percent-encoded path traversal": [get("/assets/..%2f..%2f..%2fpackage.json"), [404]],
  "a long path": [get(`/${"a".repeat(20_000)}`), [431]],
  "many headers": [get("/healthz", `Host: a\r\n${"X: y\r\n".repeat(900)}`), [200]],
  "a large cookie": [get("/api/session", `Host: a\r\nCookie: ${"a=b; ".repeat(10_000)}\r\n`), [431]],
  TRACE: ["TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", [404]],
  CONNECT: ["CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: a\r\n\r\n", []],
  "an unknown method": ["BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n", [400]],
  "a WebSocket upgrade": [get("/healthz", "Host: a\r\nUpgrade: websocket\r\n").replace("close", "Upgrade"), [200]],
  "an unknown Expect value": [get("/healthz", "Host: a\r\nExpect: miracles\r\n"), [417]],
  "HTTP/0.9": ["GET /\r\n\r\n", [400]],
  "HTTP/1.0": ["GET /healthz HTTP/1.0\r\n\r\n", [400]],
  "HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  "HTTP/9.9": ["GET / HTTP/9.9\r\nHost: a\r\n\r\n", [400]],
  TLS: ["\u0016\u0003\u0001\u0002\u0000\u0001\u0000", [400]],
  nothing: ["", []],
  "blank lines": ["\r\n\r\n\r\n", []],
};

describe("The server over a raw socket", () => {
  it.each(Object.entries(shapes))(
    "The server answers %s over a raw socket as it should",
    async (_name, [bytes, expected]) => {
      const { statuses, text, milliseconds } = await exchange(port, Buffer.from(bytes, "latin1"));
      expect(statuses).toEqual(expected);
      expect(text).not.toMatch(/location: (https?:)?\/\/elsewhere|\n\s+at |root:x:/i);
      expect(milliseconds).toBeLessThan(patienceMilliseconds);
    },
  );

  it.each(["a b/c?d#e@f", "club.example:99999", "[::1", "club.example/path", "user@club.example"])(
    "The server rejects the host %s with problem details",
    async (host) => {
      const { statuses, text } = await exchange(port, get("/api/session", `Host: ${host}\r\n`));
      const [head = "", body = ""] = text.split("\r\n\r\n");
      expect([statuses, /^content-type: (.*)$/im.exec(head)?.[1]?.trim()]).toEqual([[400], "application/problem+json"]);
      expect(JSON.parse(body.slice(body.indexOf("{"), body.lastIndexOf("}") + 1))).toEqual({
        type: "about:blank",
        title: "Bad Request",
        status: 400,
        detail: "The address or the host of this request is not valid.",
        code: "bad_request",
      });
    },
  );

  it(`The server answers ${rawRequests} requests with changed, removed and inserted bytes without a 5xx or a delay`, {
    timeout: 120_000,
  }, async () => {
    const body = '{"code":"A","email":"a@members.example","password":"lanterns"}';
    const whole = Buffer.from(
      `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const places = fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.nat({ max: 255 })), {
      minLength: 1,
      maxLength: 4,
    });
    const change = fc.constantFrom("set", "insert", "remove", "cut", "double");
    const figures = { fivehundreds: 0, slowest: 0 };
    for (const [marks, how] of fc.sample(fc.tuple(places, change), { seed: 20_250_210, numRuns: rawRequests })) {
      const { statuses, milliseconds } = await exchange(port, changed(whole, marks, how));
      figures.fivehundreds += statuses.filter((status) => status >= 500).length;
      figures.slowest = Math.max(figures.slowest, milliseconds);
    }
    console.log(
      `sockets: ${rawRequests} raw requests tried, ${figures.fivehundreds} 5xx, slowest ${figures.slowest} ms`,
    );
    expect(figures.fivehundreds).toBe(0);
    expect(figures.slowest).toBeLessThan(patienceMilliseconds);
  });

  it.each([
    ["an incomplete head", "GET /healthz HTTP/1.1\r\nHost: club.ex"],
    ["an incomplete body", `POST /api/registrations HTTP/1.1\r\n${json}Content-Length: 100\r\n\r\n{"code":`],
    [
      "an unterminated chunked body",
      `POST /api/registrations HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\n5\r\n{"cod`,
    ],
  ])("The server closes a connection with %s after a timeout and goes on serving others", async (_name, half) => {
    const sockets = Array.from({ length: 50 }, () => connect(port, "127.0.0.1"));
    const ends = sockets.map((socket) => once(socket.on("error", () => {}).resume(), "close"));
    for (const socket of sockets) socket.write(half);
    expect((await exchange(port, get("/healthz"))).statuses).toEqual([200]);
    await Promise.all(ends);
  });
});

function changed(bytes: Buffer, marks: [number, number][], how: string): Buffer {
  return marks.reduce((before, [place, byte]) => {
    const [head, tail] = [before.subarray(0, place), before.subarray(place)];
    if (how === "insert") return Buffer.concat([head, Buffer.of(byte), tail]);
    if (how === "remove") return Buffer.concat([head, tail.subarray(1)]);
    if (how === "cut") return Buffer.from(head);
    if (how === "double") return Buffer.concat([before, tail]);
    return Buffer.concat([head, Buffer.of(byte), tail.subarray(1)]);
  }, bytes);
}

it.each(["Caddyfile", "balancer.Caddyfile"])("The server waits for a slow body as long as deploy/%s does", (file) => {
  expect(readFileSync(`deploy/${file}`, "utf8")).toContain("read_body 2m");
  expect(patience.requestTimeout).toBe(120_000);
});
