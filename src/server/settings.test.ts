import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const secret = "0123456789abcdef0123456789abcdef";

function complaint(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
  }
  throw new Error("These settings were accepted.");
}

describe("An operator who sets nothing", () => {
  it("An operator who sets nothing gets a sample club on this machine", () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      host: "127.0.0.1",
      appUrl: "http://127.0.0.1:3000",
      dataDir: resolve("var"),
      adminEmails: [],
      isAdminTwoFactorRequired: false,
      isDatabasePrepared: true,
      backupsKept: 14,
      drainSeconds: 0,
      logLevel: "info",
      webhookAllowedHosts: [],
      isSampleClub: true,
    });
  });

  it("Empty settings are the same as none", () => {
    expect(readSettings({ PORT: "", HOST: " ", ADMIN_EMAILS: "", DATABASE_URL: "", AUTH_SECRET: "" })).toEqual(
      readSettings({}),
    );
  });
});

describe("An operator who runs a real club", () => {
  it("ADMIN_EMAILS lists admins in any letter case, with any spaces", () => {
    const settings = readSettings({ ADMIN_EMAILS: " Ada@Club.example , grace@club.example,, ada@club.example" });
    expect(settings.adminEmails).toEqual(["ada@club.example", "grace@club.example"]);
    expect(settings.isSampleClub).toBe(false);
  });

  it("ADMIN_EMAILS lists admins as an address book writes them", () => {
    const pasted = '"Rowe, Dáithí" <daithi@club.example>; Grace Hall <Grace@Club.example>';
    expect(readSettings({ ADMIN_EMAILS: pasted }).adminEmails).toEqual(["daithi@club.example", "grace@club.example"]);
  });

  it("An operator is told which of ADMIN_EMAILS is no address", () => {
    expect(() => readSettings({ ADMIN_EMAILS: "ada@club.example, grace at club, @" })).toThrow(
      'ADMIN_EMAILS: "grace at club" and "@" are no e-mail addresses; accepted: e-mail addresses separated by commas.',
    );
  });

  it("WEBHOOK_ALLOWED_HOSTS lists hosts that webhooks reach in the operator's own network", () => {
    const env = { ADMIN_EMAILS: "ada@club.example", WEBHOOK_ALLOWED_HOSTS: "Hooks.lan, 10.0.0.5,[fd00::5],hooks.lan" };
    expect(readSettings(env).webhookAllowedHosts).toEqual(["hooks.lan", "10.0.0.5", "[fd00::5]"]);
    expect(() => readSettings({ WEBHOOK_ALLOWED_HOSTS: "https://hooks.lan" })).toThrow(
      'WEBHOOK_ALLOWED_HOSTS: "https://hooks.lan" holds something that is no host; accepted: names or addresses',
    );
  });

  it("A real club reads from the bank alone: a stand-in is for the sample club, on this machine", () => {
    expect(readSettings({ TEST_BANK_URL: "http://127.0.0.1:4010" }).bankStandInUrl).toBe("http://127.0.0.1:4010");
    const env = { ADMIN_EMAILS: "ada@club.example", TEST_BANK_URL: "http://127.0.0.1:4010" };
    expect(() => readSettings(env)).toThrow(
      "TEST_BANK_URL: is for tests of the sample club; a real club reads from the bank alone.",
    );
    expect(() => readSettings({ TEST_BANK_URL: "https://bank.example" })).toThrow(
      'TEST_BANK_URL: "https://bank.example" is no address on this machine',
    );
  });

  it("A club can listen on every address, while links lead to this machine unless APP_URL says otherwise", () => {
    const env = { HOST: "0.0.0.0", PORT: "8080", ADMIN_EMAILS: "ada@club.example" };
    expect(readSettings(env).appUrl).toBe("http://127.0.0.1:8080");
    expect(readSettings({ ...env, HOST: "::1" }).appUrl).toBe("http://[::1]:8080");
    expect(readSettings({ ...env, APP_URL: "https://Club.example/" }).appUrl).toBe("https://club.example");
  });

  it("A club can reach the database by a pooler, and read from a replica", () => {
    const settings = readSettings({
      ADMIN_EMAILS: "ada@club.example",
      AUTH_SECRET: secret,
      DATABASE_URL: "postgres://club@pooler.example:6432/club",
      DATABASE_DIRECT_URL: "postgres://club@db.example/club",
      DATABASE_PREPARED: "off",
      READ_DATABASE_URL: "postgres://club@replica.example/club",
    });
    expect(settings).toMatchObject({
      databaseDirectUrl: "postgres://club@db.example/club",
      isDatabasePrepared: false,
      readDatabaseUrl: "postgres://club@replica.example/club",
    });
    expect(complaint({ READ_DATABASE_URL: "postgres://club@replica.example/club" })).toContain(
      "READ_DATABASE_URL: needs DATABASE_URL",
    );
    expect(complaint({ DATABASE_PREPARED: "maybe" })).toContain('"maybe" is neither on nor off; accepted: on or off.');
  });

  it("A club can use a database and Google of the operator's own", () => {
    const settings = readSettings({
      ADMIN_EMAILS: "ada@club.example",
      DATABASE_URL: "postgres://club:pa%40ss@db.example/club?sslmode=require",
      AUTH_SECRET: secret,
      GOOGLE_CLIENT_ID: "id",
      GOOGLE_CLIENT_SECRET: "hush",
    });
    expect(settings.authSecret).toBe(secret);
    expect(settings.google).toEqual({
      clientId: "id",
      clientSecret: "hush",
      discoveryUrl: "https://accounts.google.com/.well-known/openid-configuration",
    });
  });

  it("A club can require two-factor sign-in for every admin", () => {
    expect(readSettings({ REQUIRE_ADMIN_2FA: " True " }).isAdminTwoFactorRequired).toBe(true);
    expect(readSettings({ REQUIRE_ADMIN_2FA: "false" }).isAdminTwoFactorRequired).toBe(false);
  });

  it("A club can store files in the operator's own S3 store, and have them scanned", () => {
    const secret = "s3://AKIA1:s%2Fcret%2B@127.0.0.1:9000/club-files?region=eu-west-2&tls=false";
    expect(readSettings({ FILES_URL: secret }).s3).toEqual({
      endpoint: "http://127.0.0.1:9000",
      bucket: "club-files",
      region: "eu-west-2",
      accessKeyId: "AKIA1",
      secretAccessKey: "s/cret+",
    });
    const usual = readSettings({ FILES_URL: "s3://key:secret@s3.club.example/club-files" }).s3;
    expect([usual?.endpoint, usual?.region]).toEqual(["https://s3.club.example", "us-east-1"]);
    expect(readSettings({ CLAMD_ADDRESS: "127.0.0.1:3310" }).clamd).toEqual({ host: "127.0.0.1", port: 3310 });
    expect(readSettings({ CLAMD_ADDRESS: "[::1]:3310" }).clamd).toEqual({ host: "::1", port: 3310 });
    expect(readSettings({ CLAMD_ADDRESS: "/run/clamd.ctl" }).clamd).toEqual({ path: "/run/clamd.ctl" });
  });

  it("A club can let the system choose a port", () => {
    expect(readSettings({ PORT: "0" }).port).toBe(0);
  });
});

describe("An operator who mistypes a setting", () => {
  it.each([
    ["PORT", "30o0", "0 to 65535"],
    ["PORT", "65536", "0 to 65535"],
    ["HOST", "not a host", "127.0.0.1"],
    ["APP_URL", "club.example", "https://club.example"],
    ["APP_URL", "https://club.example/members", "without a path"],
    ["ADMIN_EMAILS", "grace at club", '"grace at club" is no e-mail address'],
    ["REQUIRE_ADMIN_2FA", "on", "true or false"],
    ["DRAIN_SECONDS", "-5", "0 to 300"],
    ["MAIL_FROM", "The Club", "Name <address>"],
    ["GOOGLE_DISCOVERY_URL", "http://evil.example/x", "https address"],
    ["CLAMD_ADDRESS", "127.0.0.1", "127.0.0.1:3310"],
    ["CLAMD_ADDRESS", "clamd.example:70000", "the path of a socket"],
    ["LOG_LEVEL", "loud", "trace, debug, info, warn, error, fatal, silent"],
  ])("An operator is told that %s=%s is wrong and what is accepted", (name, value, accepted) => {
    const message = complaint({ [name]: value });
    expect(message).toMatch(new RegExp(`^One setting is wrong:\n  ${name}: "`));
    expect(message).toContain(value);
    expect(message).toContain(accepted);
  });

  it("An operator is told of all mistaken settings at once", () => {
    expect(complaint({ PORT: "x", LOG_LEVEL: "y" })).toMatch(/^2 settings are wrong:\n {2}PORT: .*\n {2}LOG_LEVEL: /);
  });

  it.each([
    ["AUTH_SECRET", "hunter2"],
    ["DATABASE_URL", "mysql://root:hunter2@db.example/club"],
    ["DATABASE_URL", "postgres://root:hunter2@db.example/club?sslmode=prefer"],
    ["SMTP_URL", "http://root:hunter2@mail.example"],
    ["FILES_URL", "https://key:hunter2@s3.example/club-files"],
    ["FILES_URL", "s3://hunter2@s3.example/club-files"],
    ["FILES_URL", "s3://key:hunter2@s3.example"],
    ["FILES_URL", "s3://key:hunter2@s3.example/club-files/pictures"],
    ["FILES_URL", "s3://key:hunter2@s3.example/club-files?tls=no"],
    ["FILES_URL", "s3://key:hunter2@s3.example/club-files?hunter2=1"],
    ["FILES_URL", "s3://key:hun%ter2@s3.example/club-files?secret=hunter2"],
    ["METRICS_TOKEN", "hunter2"],
  ])("An operator sees no secret in the error message: %s=%s", (name, value) => {
    const message = complaint({ [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).toContain("accepted: ");
    expect(message).not.toContain("hunter2");
  });
});

describe("An operator whose settings contradict each other", () => {
  it("An operator must set AUTH_SECRET together with DATABASE_URL", () => {
    const message = complaint({ DATABASE_URL: "postgres://club@db.example/club" });
    expect(message).toContain("AUTH_SECRET: is required with DATABASE_URL");
  });

  it("An operator must set both Google settings or neither", () => {
    expect(complaint({ GOOGLE_CLIENT_ID: "id" })).toContain("GOOGLE_CLIENT_SECRET: is missing");
    expect(complaint({ GOOGLE_CLIENT_SECRET: "hush" })).toContain("GOOGLE_CLIENT_ID: is missing");
  });

  it.each([
    ["HOST", "0.0.0.0"],
    ["HOST", "::"],
    ["HOST", "192.168.1.7"],
    ["HOST", "127.club.example"],
    ["APP_URL", "https://club.example"],
  ])(
    "An operator cannot expose the sample club to others with %s=%s, and is told to set ADMIN_EMAILS",
    (name, value) => {
      const message = complaint({ [name]: value });
      expect(message).toContain(`${name}: would let others reach the sample club`);
      expect(message).toContain("set ADMIN_EMAILS");
    },
  );
});

describe("An operator who wants traces", () => {
  const tracing = (env: Record<string, string>) => readSettings(env).tracing;

  it("An operator gets no traces unless an exporter or a collector is named", () => {
    expect(tracing({ OTEL_SERVICE_NAME: "club", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toBeUndefined();
    expect(tracing({ OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://a.example" })).toBeUndefined();
    expect(tracing({ OTEL_TRACES_EXPORTER: "otlp", OTEL_SDK_DISABLED: "true" })).toBeUndefined();
  });

  it("The collector of traces is named as for any other program", () => {
    expect(tracing({ OTEL_TRACES_EXPORTER: "otlp" })).toEqual({
      url: "http://localhost:4318/v1/traces",
      headers: {},
      timeoutMilliseconds: 10_000,
      isCompressed: false,
      resource: { "service.name": "kindling" },
      sampler: { ratio: 1, followsParent: true },
      delayMilliseconds: 5000,
      mostWaiting: 2048,
      mostInBatch: 512,
    });
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: "https://otlp.example/in/",
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20aGk6dGhlcmU%3D, x-tenant=club",
      OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
      OTEL_SERVICE_NAME: "club",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=production,service.name=other",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    };
    expect(tracing(env)).toMatchObject({
      url: "https://otlp.example/in/v1/traces",
      headers: { authorization: "Basic aGk6dGhlcmU=", "x-tenant": "club" },
      isCompressed: true,
      resource: { "service.name": "club", "deployment.environment.name": "production" },
      sampler: { ratio: 0.25, followsParent: true },
    });
    const traces = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/post" };
    expect(tracing({ ...env, ...traces })?.url).toBe("https://traces.example/post");
  });

  it.each([
    ["OTEL_TRACES_EXPORTER", "console"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "https://club:hunter2@otlp.example"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization"],
    ["OTEL_EXPORTER_OTLP_HEADERS", "authorization=hunter2%0Ax"],
    ["OTEL_RESOURCE_ATTRIBUTES", "a=%"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote"],
    ["OTEL_TRACES_SAMPLER_ARG", "25%"],
    ["OTEL_BSP_SCHEDULE_DELAY", "0"],
  ])("An operator is told what %s accepts in place of %s", (name, value) => {
    const message = complaint({ OTEL_TRACES_EXPORTER: "otlp", [name]: value });
    expect(message).toContain(`${name}: `);
    expect(message).toContain("accepted: ");
    expect(message).not.toContain("hunter2");
  });
});

it("The compose file passes every setting on, but for those of the image", () => {
  const described = readFileSync(".env.example", "utf8").matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm);
  const passedOn = new Set(
    [...readFileSync("deploy/compose.yml", "utf8").matchAll(/^ {6}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name),
  );
  const missing = [...described].map(([, name]) => name).filter((name) => !passedOn.has(name));
  expect(missing).toEqual(["PORT", "HOST", "DATA_DIR"]);
});
