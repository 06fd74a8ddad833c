import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectSecurely } from "node:tls";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isTrueWithin } from "#server/ops/embedded-postgres/wait.ts";
import { findPort } from "#server/ops/start/start-club.ts";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { maximumRoomFileBytes } from "#shared/deals/deal-room-messages.ts";
import { prepareStage } from "../support/stage.ts";
import { findProgram, type Program, runProgram, startProgram } from "./support/program.ts";
import { secureCall } from "./support/secure-call.ts";

const { folder, spawn, sampleClubFolder } = prepareStage();
const loopback = "127.0.0.1";
const metricsToken = "figures-for-prometheus";

interface Proxied {
  url: string;
  /** Log of the club behind it. */
  said(): string;
}

/** A sample club keeps to this machine, also by its public address. */
async function startBehind(
  startProxy: (proxyPort: number, clubPort: number) => Program,
): Promise<Proxied & { proxy: Program }> {
  const [proxyPort, clubPort] = [
    await findPort({ host: loopback, port: 0 }),
    await findPort({ host: loopback, port: 0 }),
  ];
  const url = `https://localhost:${proxyPort}`;
  const settings = { APP_URL: url, PORT: String(clubPort), METRICS_TOKEN: metricsToken };
  const club = spawn({ DATA_DIR: sampleClubFolder(), ...settings });
  await club.url();
  const proxy = startProxy(proxyPort, clubPort);
  const isUp = () =>
    secureCall("GET /readyz", url)
      .then(({ status }) => status === 200)
      .catch(() => false);
  if (!(await isTrueWithin(20_000, isUp))) throw new Error(`The proxy did not start:\n${proxy.said()}`);
  return { url, said: club.said, proxy };
}

function startCaddy(proxyPort: number, clubPort: number): Program {
  const data = folder();
  const env = {
    HOME: data,
    XDG_DATA_HOME: data,
    XDG_CONFIG_HOME: data,
    CLUB_ADDRESS: `localhost:${proxyPort}`,
    CLUB_UPSTREAM: `${loopback}:${clubPort}`,
  };
  // Its global options come first; neither port 80 nor the system's list of certificates is touched here.
  const options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tdefault_bind 127.0.0.1\n";
  const file = join(data, "Caddyfile");
  writeFileSync(file, readFileSync("deploy/Caddyfile", "utf8").replace(/^\{\n/m, options));
  return startProgram(findProgram("caddy"), ["run", "--config", file, "--adapter", "caddyfile"], { env });
}

function startNginx(proxyPort: number, clubPort: number): Program {
  const data = folder();
  const [key, certificate] = [join(data, "key.pem"), join(data, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-days", "1"];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, ...subject];
  runProgram(findProgram("openssl"), made);
  mkdirSync(join(data, "temporary"));
  const site = readFileSync("deploy/nginx.conf", "utf8")
    .replace("127.0.0.1:3000", `${loopback}:${clubPort}`)
    .replace("listen 443 ssl", `listen ${loopback}:${proxyPort} ssl`)
    // Nothing on this machine is asked for port 80.
    .replace(/server \{\n {2}listen 80;[\s\S]*?\n\}\n/, "")
    .replaceAll("club.example;", "localhost;")
    .replace(/ssl_certificate \S+;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${key};`);
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${join(data, "temporary", name)};`,
  );
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(data, "nginx.conf");
  writeFileSync(
    file,
    `${user}\npid ${join(data, "pid")};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths.join("\n")}\n${site}\n}\n`,
  );
  return startProgram(findProgram("nginx"), ["-c", file, "-g", "daemon off;"]);
}

describe.each([
  { name: "Caddy", start: startCaddy },
  { name: "nginx", start: startNginx },
])("$name before the club, with the file in deploy/", ({ start }) => {
  let club: Awaited<ReturnType<typeof startBehind>>;
  beforeAll(async () => {
    club = await startBehind(start);
  }, 90_000);
  afterAll(() => club?.proxy.stop());

  const json = (body: unknown, headers: Record<string, string> = {}) => ({
    body: JSON.stringify(body),
    headers: { origin: club.url, "content-type": "application/json", ...headers },
  });

  it("The proxy serves the pages over https, compressed by the club, with HSTS", async () => {
    const page = await secureCall("GET /", club.url, { headers: { "accept-encoding": "br" } });
    expect(page.status).toBe(200);
    expect(page.headers["content-encoding"]).toBe("br");
    expect(page.headers["strict-transport-security"]).toContain("max-age=31536000");
  });

  it("People sign in through the proxy, with a cookie for https alone", async () => {
    const answer = await secureCall("POST /api/auth/sign-in/email", club.url, json(sampleAccounts.member));
    expect(answer.status).toBe(200);
    const [cookie = ""] = answer.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^__Host-kindling\.session_token=.*; Secure/);
    const session = await secureCall("GET /api/session", club.url, {
      headers: { cookie: cookie.split(";")[0] as string },
    });
    expect(JSON.parse(session.body).session.role).toBe("member");
  });

  it("The proxy tells the club the visitor's address, whatever they claim, so that a limit meets them alone", async () => {
    const claims = Array.from({ length: 12 }, (_, n) => `203.0.113.${n}`);
    const statuses: number[] = [];
    for (const claimed of claims) {
      const guess = json(
        { code: "AAAAAAAAAA", email: "nina@mail.example", password: "seven quiet lanterns" },
        {
          "x-forwarded-for": claimed,
        },
      );
      for (let n = 0; n < 3; n++) statuses.push((await secureCall("POST /api/registrations", club.url, guess)).status);
    }
    expect(statuses).toEqual([...Array(30).fill(422), ...Array(6).fill(429)]);
  });

  it("The proxy gives each request an id of its own, which the club logs", async () => {
    const forged = { headers: { "x-request-id": "an-id-of-the-client" } };
    const answer = await secureCall("GET /api/session", club.url, forged);
    const id = String(answer.headers["x-request-id"]);
    expect(id).toMatch(/^[\da-f-]{32,36}$/);
    await expect.poll(() => club.said()).toContain(`"request_id":"${id}"`);
    expect(club.said()).not.toContain("an-id-of-the-client");
  });

  it("The proxy keeps the figures from the web", async () => {
    const asked = { headers: { authorization: `Bearer ${metricsToken}` } };
    expect((await secureCall("GET /metrics", club.url, asked)).status).toBe(404);
  });

  it("The proxy lets the largest file of a deal through to the club, and refuses what is larger than any", async () => {
    const upload = (bytes: number) =>
      secureCall("POST /api/deals/018f0000-0000-7000-8000-000000000000/documents", club.url, {
        headers: { origin: club.url, "content-type": "application/pdf" },
        body: Buffer.alloc(bytes),
      });
    const taken = await upload(maximumRoomFileBytes);
    expect([taken.status, JSON.parse(taken.body).code]).toEqual([401, "session_missing"]);
    expect(await upload(27 * 1024 * 1024).then(({ status }) => status, isCutOff)).toBe(413);
  });

  it("The proxy refuses headers larger than any the club reads", async () => {
    const { status } = await secureCall("GET /", club.url, { headers: { cookie: `a=${"x".repeat(64 * 1024)}` } });
    expect([400, 431, 494]).toContain(status);
  });

  it("The proxy ends the connection of somebody who never finishes a request's headers", async () => {
    const { port } = new URL(club.url);
    const socket = connectSecurely({
      port: Number(port),
      host: loopback,
      servername: "localhost",
      rejectUnauthorized: false,
    });
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n");
    await expect(
      text(socket).then(
        () => "ended",
        () => "ended",
      ),
    ).resolves.toBe("ended");
  }, 40_000);

  it("The proxy refuses plain http on the port of https", async () => {
    const { port } = new URL(club.url);
    const plain = connect(Number(port), loopback);
    plain.end("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    expect(await text(plain)).toMatch(/^HTTP\/1\.[01] 400/);
  });
});

/** A proxy may close the connection while the rest is still being sent. */
const isCutOff = (error: NodeJS.ErrnoException): number | undefined =>
  ["EPIPE", "ECONNRESET"].includes(error.code ?? "") ? 413 : undefined;
