import { describe, expect, it } from "vitest";
import { describeAddress, pgOptions } from "./database-address.ts";

const socket = { host: "/run/club", port: 5432, user: "kindling", database: "club" };

describe("The address of a database", () => {
  it("The address of a database is the folder of the socket when the server listens on one", () => {
    expect(pgOptions(socket)).toEqual({ ...socket, ssl: false });
  });

  it("The address of a database can be a URL, whose unknown parameters are ignored", () => {
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

  it("The address of a database can omit the port and the database, and can be an IPv6 address", () => {
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
  ])("The address of a database can be a socket: %s", (url) => {
    expect(pgOptions({ url })).toMatchObject({ host: "/run/pg", port: 5432, user: "ada", database: "club" });
  });

  it("The address of a database requests TLS in the same way as libpq", () => {
    const base = "postgres://ada@db.example/club?sslmode=";
    expect(pgOptions({ url: `${base}disable` }).ssl).toBe(false);
    expect(pgOptions({ url: `${base}require` }).ssl).toEqual({ rejectUnauthorized: false });
    expect(pgOptions({ url: `${base}verify-full` }).ssl).toEqual({});
    expect(pgOptions({ url: `${base}verify-ca` }).ssl).toHaveProperty("checkServerIdentity");
  });

  it("The address of a database is displayed without its password", () => {
    expect(describeAddress({ url: "postgres://ada:hunter2@db.example/club" })).toBe(
      'database "club" at db.example:5432 as "ada"',
    );
  });
});
