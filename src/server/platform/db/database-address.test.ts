import { describe, expect, it } from "vitest";
import { describeAddress, pgOptions } from "./database-address.ts";

const socket = { host: "/run/club", port: 5432, user: "kindling", database: "club" };

describe("The address of a database", () => {
  it("that listens on a socket is the folder of that socket", () => {
    expect(pgOptions(socket)).toEqual({ ...socket, ssl: false });
  });

  it("may be a URL, whose parameters for other programs are left alone", () => {
    const url = "postgres://ada:pa%40ss%2Fword@db.example:6543/club?application_name=x&channel_binding=require";
    expect(pgOptions({ url })).toEqual({
      host: "db.example",
      port: 6543,
      user: "ada",
      password: "pa@ss/word",
      database: "club",
      ssl: false,
    });
  });

  it("may leave out port and database, and may be an IPv6 address", () => {
    expect(pgOptions({ url: "postgresql://ada@[::1]" })).toEqual({
      host: "::1",
      port: 5432,
      user: "ada",
      database: "ada",
      ssl: false,
    });
  });

  it.each([
    "postgres://ada@/club?host=/run/pg",
    "postgres:///club?host=/run/pg&user=ada",
    "postgres://ada@%2Frun%2Fpg/club",
  ])("may be a socket's: %s", (url) => {
    expect(pgOptions({ url })).toMatchObject({ host: "/run/pg", port: 5432, user: "ada", database: "club" });
  });

  it("asks for TLS as libpq does", () => {
    const base = "postgres://ada@db.example/club?sslmode=";
    expect(pgOptions({ url: `${base}disable` }).ssl).toBe(false);
    expect(pgOptions({ url: `${base}require` }).ssl).toEqual({ rejectUnauthorized: false });
    expect(pgOptions({ url: `${base}verify-full` }).ssl).toEqual({});
    expect(pgOptions({ url: `${base}verify-ca` }).ssl).toHaveProperty("checkServerIdentity");
  });

  it("is described without its password", () => {
    expect(describeAddress({ url: "postgres://ada:hunter2@db.example/club" })).toBe(
      'database "club" at db.example:5432 as "ada"',
    );
  });
});
