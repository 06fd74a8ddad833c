import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findOrCreateAuthSecret } from "./auth-secret.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kindling-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("An operator gets a secret at the first start, and the same one at every later start", () => {
  const dataDir = join(folder, "new", "var");
  const secret = findOrCreateAuthSecret(dataDir);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(findOrCreateAuthSecret(dataDir)).toBe(secret);
  expect(readdirSync(dataDir)).toEqual(["auth-secret"]);
});

it("Other users of the machine cannot read the secret", () => {
  findOrCreateAuthSecret(folder);
  expect(statSync(join(folder, "auth-secret")).mode & 0o777).toBe(0o600);
});

it("An operator whose secret file is truncated is told so, and the file is not changed", () => {
  const file = join(folder, "auth-secret");
  writeFileSync(file, "short");
  expect(() => findOrCreateAuthSecret(folder)).toThrow(file);
  expect(readFileSync(file, "utf8")).toBe("short");
});
