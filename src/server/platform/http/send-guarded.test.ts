import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openWebhookReceiver, type WebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { isPublicAddress, type Resolve } from "./public-address.ts";
import { createGuardedSender } from "./send-guarded.ts";

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await openWebhookReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith({ status: 204 });
});
afterAll(() => receiver.close());

const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const message = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: "{}" });
const guarded = (resolve: Resolve, allowedHosts: string[] = []) => createGuardedSender({ allowedHosts, resolve });
const send = (url: string, resolve: Resolve, allowedHosts: string[] = []) =>
  guarded(resolve, allowedHosts)
    .send(message(url))
    .then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
const refused = "The address is in a private network.";

describe("A public address", () => {
  it.each(["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111"])("An address is public: %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"]],
    ["loopback", ["127.0.0.1", "127.255.0.1", "::1"]],
    ["unspecified", ["0.0.0.0", "0.1.2.3", "::"]],
    ["link-local, with the metadata of clouds", ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0"]],
    ["shared between carriers", ["100.64.0.1", "100.127.255.255", "100.100.100.200"]],
    ["a metadata service", ["168.63.129.16", "192.0.0.192", "fd00:ec2::254"]],
    ["unique local", ["fc00::1", "fdff::1", "fec0::1"]],
    ["multicast or broadcast", ["224.0.0.1", "239.1.1.1", "255.255.255.255", "ff02::1"]],
    ["reserved or for documentation", ["240.0.0.1", "192.0.2.1", "198.18.0.1", "203.0.113.9", "2001:db8::1", "100::1"]],
    [
      "IPv4 within IPv6",
      ["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1"],
    ],
    ["no address", ["", "localhost", "club.example"]],
  ])("An address is not public that is %s", (_what, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});

describe("A guarded request", () => {
  it.each([
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://127.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[fd00::1]/",
    "https://169.254.169.254/latest/meta-data/",
    "https://168.63.129.16/",
    "https://0/",
  ])("A guarded request is not made to %s, in whatever form the address is written", async (url) => {
    expect(guarded(answering("8.8.8.8")).isAllowed(url)).toBe("private");
    expect(await send(url, answering("8.8.8.8"))).toBe(refused);
  });

  it("A guarded request is not made over http", async () => {
    expect(guarded(answering("8.8.8.8")).isAllowed("http://hooks.example/")).toBe("insecure");
    expect(await send("http://hooks.example/", answering("8.8.8.8"))).toBe(refused);
  });

  it.each([[["127.0.0.1"]], [["10.1.2.3"]], [["::1"]], [["::ffff:10.0.0.1"]], [["93.184.215.14", "127.0.0.1"]], [[]]])(
    "A guarded request is not made to a name that resolves to %o",
    async (addresses) => {
      expect(await send(`https://hooks.example:${receiver.port}/`, answering(...addresses))).toBe(refused);
      expect(receiver.received).toEqual([]);
    },
  );

  it("A guarded request is not made to this machine by its own name, asked of the real name server", async () => {
    const { resolveName } = await import("./public-address.ts");
    expect(await send(`https://localhost:${receiver.port}/`, resolveName)).toBe(refused);
  });

  it("A guarded request asks the name server once, and connects to the answer that was checked", async () => {
    const answers = [["203.0.114.1"], ["127.0.0.1"]];
    let asked = 0;
    const changing: Resolve = async (hostname) => answering(...(answers[asked++] ?? ["127.0.0.1"]))(hostname);
    const sender = createGuardedSender({ allowedHosts: [], resolve: changing, timeoutMs: 300 });
    await expect(sender.send(message(`https://hooks.example:${receiver.port}/`))).rejects.toThrow();
    expect(asked).toBe(1);
    // The answer has changed to this machine by now: the next request is refused before it connects.
    await expect(sender.send(message(`https://hooks.example:${receiver.port}/`))).rejects.toThrow(refused);
    expect([asked, receiver.received.length]).toEqual([2, 0]);
  });

  it("A guarded request is made to a host that the operator names, over http too, and to no other one", async () => {
    expect(await send(receiver.url, answering(), ["127.0.0.1"])).toBe(204);
    expect(await send(`http://localhost:${receiver.port}/`, answering(), ["127.0.0.1"])).toBe(refused);
    expect(receiver.received).toHaveLength(1);
  });

  it("A guarded request does not follow a redirect", async () => {
    receiver.answerWith({ status: 302, headers: { location: `http://127.0.0.1:${receiver.port}/elsewhere` } });
    expect(await send(receiver.url, answering(), ["127.0.0.1"])).toBe(302);
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hooks"]);
  });

  it("A guarded request ends when there is no answer in time", async () => {
    receiver.answerWith("hold");
    const sender = createGuardedSender({ allowedHosts: ["127.0.0.1"], resolve: answering(), timeoutMs: 200 });
    await expect(sender.send(message(receiver.url))).rejects.toThrow();
  });

  it.each([
    ["x".repeat(5000), "x".repeat(1024)],
    [`a\0b`, "ab"],
    [`${"x".repeat(1023)}£`, `${"x".repeat(1023)}?`],
  ])("A guarded request keeps at most 1,024 bytes of the answer as text", async (body, kept) => {
    receiver.answerWith({ status: 500, body });
    const { text } = await guarded(answering(), ["127.0.0.1"]).send(message(receiver.url));
    expect(text).toBe(kept);
  });
});

it("A guarded request says in which trace it is sent", async () => {
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const tracing = { outgoingHeaders: () => ({ traceparent }) };
  const sender = createGuardedSender({ allowedHosts: ["127.0.0.1"], resolve: answering(), tracing });
  await sender.send(message(receiver.url));
  expect(receiver.received[0]?.headers.traceparent).toBe(traceparent);
});
