import { afterEach, expect, it, vi } from "vitest";
import { atServer, noteServerTime, serverNow } from "./server-time.ts";

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(new Response(null, { headers: { date: new Date().toUTCString() } }));
});

it("serverNow goes by the server's clock where the device's is wrong", () => {
  vi.useFakeTimers({ now: new Date("2027-01-20T10:00:00Z") });
  noteServerTime(new Response(null, { headers: { date: "Fri, 22 Jan 2027 11:59:00 GMT" } }));
  expect(serverNow().toISOString()).toBe("2027-01-22T11:59:00.000Z");
  vi.advanceTimersByTime(60_000);
  expect(serverNow().toISOString()).toBe("2027-01-22T12:00:00.000Z");
});

it("serverNow goes by the device's clock where no answer has the time", () => {
  vi.useFakeTimers({ now: new Date("2027-01-20T10:00:08Z") });
  noteServerTime(new Response(null, { headers: { date: "Fri, 22 Jan 2027 11:59:00 GMT" } }));
  noteServerTime(new Response());
  expect(serverNow().toISOString()).toBe("2027-01-20T10:00:08.000Z");
});

it("atServer tells the club's time of an answer, which the device's clock counts from", () => {
  vi.useFakeTimers({ now: new Date("2027-01-20T10:00:00Z") });
  noteServerTime(new Response(null, { headers: { date: "Fri, 22 Jan 2027 11:59:00 GMT" } }));
  const answeredAt = Date.now();
  vi.advanceTimersByTime(60_000);
  expect(atServer(answeredAt).toISOString()).toBe("2027-01-22T11:59:00.000Z");
});
