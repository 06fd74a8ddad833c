import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deliverLinks } from "./first-admins.ts";

const url = "https://club.example/#/register?code=K7QX2MPR9W&email=ada%40club.example";
const links = [{ email: "ada@club.example", url }];
const smtpUrl = "smtps://mail.example";
let dataDir: string;
let file: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "kindling-links-"));
  file = join(dataDir, "registration-links.txt");
});
afterEach(() => rmSync(dataDir, { recursive: true }));

it("Registration links are shown on a terminal, and no file is written", () => {
  writeFileSync(file, "of an earlier start");
  expect(deliverLinks(links, { dataDir }, true)).toEqual({ by: "terminal", links });
  expect(existsSync(file)).toBe(false);
});

it("Registration links are written to a file that only its owner can read when the output may be a log", () => {
  writeFileSync(file, "of an earlier start");
  chmodSync(file, 0o644);
  expect(deliverLinks(links, { dataDir }, false)).toEqual({ by: "file", count: 1, file });
  expect(readFileSync(file, "utf8")).toBe(`ada@club.example  ${url}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("Registration links that are mailed are neither shown nor written, and the file of an earlier start is removed", () => {
  deliverLinks(links, { dataDir }, false);
  expect(deliverLinks(links, { dataDir, smtpUrl }, true)).toEqual({ by: "mail", count: 1 });
  expect(existsSync(file)).toBe(false);
});

it("The file of registration links is removed once every admin has an account", () => {
  deliverLinks(links, { dataDir }, false);
  expect(deliverLinks([], { dataDir }, false)).toEqual({ by: "terminal", links: [] });
  expect(existsSync(file)).toBe(false);
});
