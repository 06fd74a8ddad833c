import { Hono } from "hono";
import { expect, it } from "vitest";
import { clientAddress } from "./client-address.ts";
import type { Environment } from "./environment.ts";

async function addressOf(appUrl: string, remoteAddress: string, forwarded?: string): Promise<string> {
  const app = new Hono<Environment>();
  app.get("/", (c) => {
    c.set("dependencies", { appUrl } as never);
    return c.text(clientAddress(c));
  });
  const headers = forwarded ? { "x-forwarded-for": forwarded } : undefined;
  const response = await app.request("/", headers ? { headers } : {}, { incoming: { socket: { remoteAddress } } });
  return response.text();
}

it.each([
  ["a direct client by its socket, whatever it writes", "http://club.example", "203.0.113.7", "1.2.3.4", "203.0.113.7"],
  ["a mapped address as the one it maps", "http://club.example", "::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["an IPv6 client by its network", "http://club.example", "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2"],
  ["a shortened IPv6 address alike", "http://club.example", "2001:db8::6", undefined, "2001:db8:0:0"],
  [
    "a client behind our proxy by what the proxy adds",
    "https://club.example",
    "10.0.0.2",
    "1.2.3.4, 203.0.113.7",
    "203.0.113.7",
  ],
  [
    "a stranger that speaks to us past the proxy by its socket",
    "https://club.example",
    "203.0.113.9",
    "1.2.3.4",
    "203.0.113.9",
  ],
  ["a proxy that adds nothing by itself", "https://club.example", "127.0.0.1", undefined, "127.0.0.1"],
  ["any client by its socket where there is no https", "http://127.0.0.1:3000", "127.0.0.1", "1.2.3.4", "127.0.0.1"],
])("A limit counts %s", async (_who, appUrl, peer, forwarded, expected) => {
  expect(await addressOf(appUrl, peer, forwarded)).toBe(expected);
});
