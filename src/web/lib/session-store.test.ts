import { describe, expect, it } from "vitest";
import type { Session } from "#shared/account/session.ts";
import { ApiError, NetworkError } from "./api.ts";
import { isToProlong } from "./session-state.ts";
import { createSessionStore } from "./session-store.ts";

const start = Date.UTC(2026, 10, 20, 9, 0, 0);
const seconds = start / 1000;

const priya: Session = {
  expires_at: seconds + 3600,
  expires_in: 3600,
  token_type: "cookie",
  user: {
    id: "00000000-0000-4000-8000-000000000001",
    email: "priya@ledgerlight.example",
    email_verified: true,
    identities: [],
    factors: [],
    user_metadata: { full_name: "Priya", name: "Priya", avatar_url: null },
  },
  role: "admin",
  membership_status: "approved",
  membership_end: null,
};
const noRole = { ...priya, role: null };
const withFactor: Session = {
  ...priya,
  user: {
    ...priya.user,
    identities: [{ provider: "google", created_at: "2026-11-01T09:00:00.000Z" }],
    factors: [{ factor_type: "totp", status: "verified", friendly_name: "Authenticator app" }],
  },
};
const until = (expires_at: number): Session => ({ ...priya, expires_at });

const refusal = (status: number, code: "session_missing" | "internal_error" | "invalid_jwt" = "internal_error") =>
  new ApiError({ type: "about:blank", title: "", status, code, detail: `status ${status}` });
const offline = new NetworkError("no network");

type Script = Record<string, unknown[]>;

/** A browser tab with a fake clock, and a server that returns scripted responses. */
function openTab({ script = {}, kept = null }: { script?: Script; kept?: Session | null | "nothing" } = {}) {
  let now = start;
  let due: { at: number; work: () => void }[] = [];
  let text: string | null = kept === "nothing" ? null : JSON.stringify({ session: kept, has_ended: false });
  const calls: string[] = [];
  const events: string[] = [];
  const callApi = async (method: string, path: string) => {
    const call = `${method} ${path}`;
    calls.push(call);
    const answers = script[call] ?? [];
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined) throw new Error(`nobody said what ${call} answers`);
    const settled = await answer;
    if (settled instanceof Error) throw settled;
    return settled;
  };
  const store = createSessionStore({
    now: () => now,
    callApi: callApi as <Answer>(method: string, path: string) => Promise<Answer>,
    schedule: (work, delayMs) => due.push({ at: now + delayMs, work }),
    storage: {
      read: () => text,
      write: (written) => {
        text = written;
      },
    },
  });
  store.onEvent((event) => events.push(event));
  return {
    store,
    calls,
    events,
    script,
    kept: () => JSON.parse(text ?? "null"),
    text: () => text,
    flush,
    /** Time goes by, and whatever is due happens in its turn. */
    pass: async (milliseconds: number) => {
      const end = now + milliseconds;
      for (;;) {
        const next = due.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
        if (!next) break;
        due = due.filter((one) => one !== next);
        now = next.at;
        next.work();
        await flush();
      }
      now = end;
    },
  };
}

function slowAnswer() {
  let resolve: (answer: unknown) => void = () => {};
  const slow = new Promise<unknown>((settled) => {
    resolve = settled;
  });
  return { slow, resolve };
}

/** Lets every answer that is there be heard. */
const flush = () => new Promise<void>((resolve) => setImmediate(resolve));

const second = 1000;
const look = "GET /session";
const refresh = "POST /session/refresh";

describe("At the start, a visitor", () => {
  it("A visitor's first visit is in the loading state until the server answers", async () => {
    const tab = openTab({ kept: "nothing", script: { [look]: [{ session: null }] } });
    expect(tab.store.current()).toEqual({ status: "loading", session: null });
    await tab.store.start();
    expect(tab.store.current()).toEqual({ status: "signed-out", session: null, hasEnded: false });
    expect(tab.events).toEqual(["INITIAL_SESSION"]);
  });

  it("A visitor who was signed in is shown as such at once, from a snapshot without secrets", async () => {
    const tab = openTab({ kept: "nothing", script: { [look]: [{ session: priya }] } });
    await tab.store.start();
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
    expect(tab.text()).not.toMatch(/token"|password|cookie=/);
    const again = openTab({ kept: tab.kept().session, script: { [look]: [{ session: priya }] } });
    expect(again.store.current()).toMatchObject({ status: "signed-in", session: { role: "admin" } });
    await again.store.start();
    expect(again.events).toEqual(["INITIAL_SESSION"]);
  });

  it("A visitor who was signed out is not shown as such until the server answers", async () => {
    const tab = openTab({ kept: null, script: { [look]: [{ session: priya }] } });
    expect(tab.store.current()).toEqual({ status: "loading", session: null });
    await tab.store.start();
    expect(tab.store.current()).toEqual({ status: "signed-in", session: priya });
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
  });

  it("Only the data that the header and the greeting show is stored", async () => {
    const tab = openTab({ kept: "nothing", script: { [look]: [{ session: withFactor }] } });
    await tab.store.start();
    expect(tab.kept()).toEqual({
      session: {
        expires_at: priya.expires_at,
        role: "admin",
        membership_status: "approved",
        membership_end: null,
        user: { id: priya.user.id, email: priya.user.email, user_metadata: { full_name: "Priya" } },
      },
      has_ended: false,
    });
  });

  it("Stored data of an earlier version of the site is reduced to what is needed", async () => {
    const tab = openTab({ kept: withFactor, script: { [look]: [{ session: withFactor }] } });
    await tab.store.start();
    expect(tab.text()).not.toMatch(/totp|google/);
  });

  it("A snapshot is shown until the server sends the rest, without a change event", async () => {
    const first = openTab({ kept: "nothing", script: { [look]: [{ session: withFactor }] } });
    await first.store.start();
    const tab = openTab({ kept: first.kept().session, script: { [look]: [{ session: withFactor }] } });
    expect(tab.store.current()).toMatchObject({ status: "signed-in", isSnapshot: true });
    await tab.store.start();
    expect(tab.store.current()).toEqual({ status: "signed-in", session: withFactor });
    expect(tab.events).toEqual(["INITIAL_SESSION"]);
  });

  it("An expired session's snapshot is removed, even while the server is unreachable", async () => {
    const tab = openTab({ kept: until(seconds - 1), script: { [look]: [offline] } });
    await tab.store.start();
    expect(tab.text()).toBeNull();
    const open = openTab({ kept: until(seconds + 45), script: { [look]: [offline] } });
    await open.store.start();
    await open.pass(30 * second);
    expect(open.text()).not.toBeNull();
    await open.pass(30 * second);
    expect(open.text()).toBeNull();
  });

  it("A session that ended in the meantime signs the visitor out, with the reason", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [{ session: null }] } });
    await tab.store.start();
    expect(tab.store.current()).toEqual({ status: "signed-out", session: null, hasEnded: true });
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
  });

  it("A visitor whose session expired is in the loading state until the server answers", async () => {
    const tab = openTab({ kept: until(seconds - 1), script: { [look]: [{ session: null }] } });
    expect(tab.store.current().status).toBe("loading");
    await tab.store.start();
    expect(tab.store.current()).toMatchObject({ status: "signed-out", hasEnded: true });
  });

  it("A session that cannot be read stays in the last known state", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [offline, { session: priya }] } });
    await tab.store.start();
    expect(tab.store.current()).toMatchObject({ status: "signed-in", isSnapshot: true, session: { role: "admin" } });
    await tab.pass(1 * second);
    expect(tab.store.current()).toEqual({ status: "signed-in", session: priya });
  });

  it.each([
    ["nothing", "nothing" as const],
    ["that nobody was signed in", null],
  ])(
    "A visitor whose browser stored %s stays loading until a retry succeeds, with backoff up to 30 s",
    async (_, kept) => {
      const outages = [offline, refusal(502), refusal(503), refusal(504), offline, offline, offline];
      const tab = openTab({ kept, script: { [look]: [...outages, { session: priya }] } });
      await tab.store.start();
      for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
        const before = tab.calls.length;
        expect(tab.store.current().status).toBe("loading");
        await tab.pass(wait * second - 1);
        expect([wait, tab.calls.length]).toEqual([wait, before]);
        await tab.pass(1);
        expect([wait, tab.calls.length]).toEqual([wait, before + 1]);
      }
      expect(tab.store.current().status).toBe("signed-in");
      expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
    },
  );

  it("The session is read again at once when the network is back, with only one retry timer", async () => {
    const tab = openTab({ kept: "nothing", script: { [look]: [offline] } });
    await tab.store.start();
    for (let wakes = 0; wakes < 3; wakes += 1) tab.store.wake();
    await tab.flush();
    expect(tab.calls).toHaveLength(4);
    await tab.pass(1 * second);
    expect(tab.calls).toHaveLength(5);
    tab.script[look] = [{ session: null }];
    tab.store.wake();
    await tab.flush();
    expect(tab.store.current()).toMatchObject({ status: "signed-out", hasEnded: false });
  });

  it("A visitor is signed out when the server returns an error, until the next tick", async () => {
    const tab = openTab({ kept: "nothing", script: { [look]: [refusal(500), { session: priya }] } });
    await tab.store.start();
    expect(tab.store.current()).toMatchObject({ status: "signed-out", hasEnded: false });
    await tab.pass(30 * second);
    expect(tab.store.current().status).toBe("signed-in");
  });

  it("A visitor is in the loading state when the stored data is invalid", () => {
    for (const kept of ["{", "null", '{"session":{"user":{}}}', '"hello"']) {
      const storage = { read: () => kept, write: () => {} };
      const never = () => new Promise<never>(() => {});
      const store = createSessionStore({ now: () => start, callApi: never, schedule: () => {}, storage });
      expect(store.current().status).toBe("loading");
    }
  });
});

describe("Signing in", () => {
  const signIn = "POST /auth/sign-in/email";

  it("Signing in reads session and role, and emits an event", async () => {
    const tab = openTab({ script: { [look]: [{ session: null }, { session: priya }], [signIn]: [{ user: {} }] } });
    await tab.store.start();
    expect(await tab.store.signIn("priya@ledgerlight.example", "secret")).toBe("signed-in");
    expect(tab.store.current()).toMatchObject({ session: { role: "admin" } });
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
    expect(tab.kept().session.user.email).toBe("priya@ledgerlight.example");
  });

  it("Signing in waits for the second factor, whose code signs the person in", async () => {
    const script: Script = {
      [look]: [{ session: null }, { session: priya }],
      [signIn]: [{ twoFactorRedirect: true, twoFactorMethods: ["totp"] }],
      "POST /auth/two-factor/verify-totp": [{ user: {} }],
    };
    const tab = openTab({ script });
    await tab.store.start();
    expect(await tab.store.signIn("priya@ledgerlight.example", "secret")).toBe("second-factor-needed");
    expect(tab.store.current().status).toBe("signed-out");
    expect(await tab.store.answerChallenge("totp", "123456")).toBe("signed-in");
    expect(tab.events).toEqual(["INITIAL_SESSION", "MFA_CHALLENGE_VERIFIED", "SIGNED_IN"]);
  });

  it("Signing in fails with an error of its own when the response has no user", async () => {
    const tab = openTab({ script: { [look]: [{ session: { role: "admin" } }], [signIn]: [{ user: {} }] } });
    const attempt = tab.store.signIn("priya@ledgerlight.example", "secret");
    await expect(attempt).rejects.toMatchObject({ status: 500, message: "Auth session or user missing" });
    expect(tab.store.current().status).toBe("signed-out");
  });

  it("Signing in is not undone by the response to an earlier request", async () => {
    const { slow, resolve } = slowAnswer();
    const tab = openTab({ script: { [look]: [slow, { session: priya }], [signIn]: [{ user: {} }] } });
    const started = tab.store.start();
    await tab.store.signIn("priya@ledgerlight.example", "secret");
    resolve({ session: null });
    await started;
    expect(tab.store.current().status).toBe("signed-in");
  });

  it("Signing in with a pair of tokens shows the loading state in the meantime", async () => {
    const script = { [look]: [{ session: null }], "POST /session": [{ session: priya }] };
    const tab = openTab({ script });
    await tab.store.start();
    const handOver = tab.store.exchangeTokensForSession({ access_token: "a", refresh_token: "r" });
    expect(tab.store.current().status).toBe("loading");
    expect(await handOver).toBe("signed-in");
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
  });

  it("Signing in with a pair of tokens that is rejected leaves the visitor signed out", async () => {
    const tab = openTab({ script: { [look]: [{ session: null }], "POST /session": [refusal(400, "invalid_jwt")] } });
    await expect(tab.store.exchangeTokensForSession({ access_token: "a", refresh_token: "r" })).rejects.toThrow(
      "status 400",
    );
    expect(tab.store.current()).toMatchObject({ status: "signed-out", hasEnded: false });
  });
});

describe("Signing out", () => {
  it("Signing out ends the session and its role, without giving a reason", async () => {
    const tab = openTab({
      kept: priya,
      script: { [look]: [{ session: priya }], "DELETE /session": [{ session: null }] },
    });
    await tab.store.start();
    await tab.store.signOut();
    expect(tab.store.current()).toEqual({ status: "signed-out", session: null, hasEnded: false });
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
    expect(tab.kept()).toEqual({ session: null, has_ended: false });
  });

  it("A failed sign-out leaves the person signed in when the server cannot be reached", async () => {
    const tab = openTab({ kept: priya, script: { "DELETE /session": [offline] } });
    await expect(tab.store.signOut()).rejects.toBe(offline);
    expect(tab.store.current().status).toBe("signed-in");
  });

  it("Signing out is not undone by a response that was in flight", async () => {
    const { slow, resolve } = slowAnswer();
    const tab = openTab({ kept: priya, script: { [look]: [slow], "DELETE /session": [{ session: null }] } });
    const started = tab.store.start();
    await tab.store.signOut();
    resolve({ session: priya });
    await started;
    expect(tab.store.current().status).toBe("signed-out");
  });
});

describe("A session", () => {
  const running = async (left: number, script: Script) => {
    const session = until(seconds + left);
    const tab = openTab({ kept: session, script: { [look]: [{ session }], ...script } });
    await tab.store.start();
    return tab;
  };

  it("A session is refreshed when less than three ticks of 30 s are left", async () => {
    const tab = await running(120, { [refresh]: [{ session: until(seconds + 3600) }] });
    await tab.pass(30 * second);
    expect(tab.calls).not.toContain(refresh);
    await tab.pass(29.999 * second);
    expect(tab.calls).not.toContain(refresh);
    await tab.pass(0.001 * second);
    expect(tab.calls.filter((call) => call === refresh)).toHaveLength(1);
    expect(tab.events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
    expect(tab.kept().session.expires_at).toBe(seconds + 3600);
  });

  it("A session is refreshed in time although it could not be read since", async () => {
    const tab = await running(120, { [refresh]: [{ session: until(seconds + 3600) }] });
    tab.script[look] = [refusal(500)];
    await tab.store.load();
    await tab.pass(60 * second);
    expect(tab.calls.filter((call) => call === refresh)).toHaveLength(1);
    expect(tab.kept().session.expires_at).toBe(seconds + 3600);
  });

  it("The role of a session is read again 100 ms after a refresh", async () => {
    const longer = until(seconds + 3600);
    const tab = await running(60, { [refresh]: [{ session: longer }] });
    await tab.pass(30 * second);
    tab.script[look] = [{ session: { ...longer, role: "member" } }];
    await tab.pass(99);
    expect(tab.store.current().session?.role).toBe("admin");
    await tab.pass(1);
    expect(tab.store.current().session?.role).toBe("member");
    expect(tab.events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED", "USER_UPDATED"]);
  });

  it("A session has no privileges while its role cannot be read", async () => {
    const longer = until(seconds + 3600);
    for (const error of [offline, refusal(500), refusal(503)]) {
      const tab = await running(60, { [refresh]: [{ session: longer }] });
      await tab.pass(30 * second);
      tab.script[look] = [error, { session: longer }];
      await tab.pass(100);
      expect(tab.store.current()).toEqual({ status: "signed-in", session: { ...longer, role: null } });
      await tab.pass(30 * second);
      expect(tab.store.current().session?.role).toBe("admin");
    }
  });

  it("A session is refreshed again after a failed attempt, with backoff up to 30 s", async () => {
    const tab = await running(60, { [refresh]: [offline, refusal(502), refusal(503), refusal(504), offline] });
    await tab.pass(30 * second);
    const tries = () => tab.calls.filter((call) => call === refresh).length;
    expect(tries()).toBe(1);
    for (const wait of [1, 2, 4, 8, 16, 30, 30]) {
      const before = tries();
      await tab.pass(wait * second - 1);
      expect([wait, tries()]).toEqual([wait, before]);
      await tab.pass(1);
      expect([wait, tries()]).toEqual([wait, before + 1]);
    }
    expect(tab.store.current().status).toBe("signed-in");
    tab.script[refresh] = [{ session: until(seconds + 7200) }];
    tab.store.wake();
    await tab.flush();
    expect(tab.events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
  });

  it.each([
    ["refused", refusal(400, "session_missing")],
    ["failed with a server error", refusal(500)],
    ["answered without a user", { session: { role: "admin" } }],
    ["answered with no session", { session: null }],
  ])("A session ends when its refresh is %s", async (_, answer) => {
    const tab = await running(60, { [refresh]: [answer] });
    await tab.pass(30 * second);
    expect(tab.store.current()).toEqual({ status: "signed-out", session: null, hasEnded: true });
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_OUT"]);
    expect(tab.kept()).toEqual({ session: null, has_ended: true });
  });

  it("A session is not refreshed again after another tab has refreshed it", async () => {
    const tab = await running(60, { [refresh]: [offline] });
    await tab.pass(30 * second);
    tab.store.onStorage(JSON.stringify({ session: until(seconds + 3600), has_ended: false }));
    await tab.pass(60 * second);
    expect(tab.calls.filter((call) => call === refresh)).toHaveLength(1);
    expect(tab.events).toEqual(["INITIAL_SESSION", "TOKEN_REFRESHED"]);
  });

  it("A session cannot be refreshed when nobody is signed in", async () => {
    const tab = openTab({ script: { [look]: [{ session: null }] } });
    await tab.store.start();
    await expect(tab.store.refresh()).rejects.toMatchObject({ status: 400, message: "Auth session missing!" });
    expect(tab.calls).toEqual([look]);
  });

  it("A session emits no change when nothing has changed", async () => {
    const tab = await running(3600, {});
    tab.script[look] = [{ session: { ...priya, expires_in: 12 } }];
    let changes = 0;
    const before = tab.store.current();
    tab.store.onChange(() => {
      changes += tab.store.current() === before ? 0 : 1;
    });
    await tab.store.load();
    expect([changes, tab.events]).toEqual([0, ["INITIAL_SESSION"]]);
  });
});

describe("A tab", () => {
  it("A tab reads the session again at once when it becomes visible", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [{ session: priya }] } });
    await tab.store.start();
    tab.script[look] = [{ session: noRole }];
    tab.store.wake();
    await tab.flush();
    expect(tab.store.current().session?.role).toBeNull();
    expect(tab.events).toEqual(["INITIAL_SESSION", "USER_UPDATED"]);
  });

  it("A tab reads the session at each tick while the membership waits, and no more once it is decided", async () => {
    const waiting: Session = { ...priya, role: null, membership_status: "pending" };
    const tab = openTab({
      kept: waiting,
      script: { [look]: [{ session: waiting }, { session: waiting }, { session: noRole }] },
    });
    await tab.store.start();
    await tab.pass(30 * second);
    expect(tab.store.current().session?.membership_status).toBe("pending");
    await tab.pass(30 * second);
    expect(tab.store.current().session?.membership_status).toBe("approved");
    await tab.pass(90 * second);
    expect(tab.calls).toEqual([look, look, look]);
  });

  it("A tab follows a sign-out and a sign-in in another tab", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [{ session: priya }] } });
    await tab.store.start();
    tab.store.onStorage('{"session":null,"has_ended":false}');
    expect(tab.store.current()).toEqual({ status: "signed-out", session: null, hasEnded: false });
    tab.store.onStorage(JSON.stringify({ session: priya, has_ended: false }));
    expect(tab.store.current().status).toBe("signed-in");
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_OUT", "SIGNED_IN"]);
  });

  it("The data that only the server sent stays when another tab refreshes the session", async () => {
    const tab = openTab({ kept: "nothing", script: { [look]: [{ session: withFactor }] } });
    await tab.store.start();
    const { session } = tab.kept();
    tab.store.onStorage(JSON.stringify({ session: { ...session, expires_at: seconds + 7200 }, has_ended: false }));
    expect(tab.store.current()).toEqual({
      status: "signed-in",
      session: { ...withFactor, expires_at: seconds + 7200 },
    });
    expect(tab.calls).toEqual([look]);
  });

  it("A tab requests the rest from the server when another person signs in in another tab", async () => {
    const tab = openTab({ kept: null, script: { [look]: [{ session: null }, { session: withFactor }] } });
    await tab.store.start();
    const other = openTab({ kept: "nothing", script: { [look]: [{ session: withFactor }] } });
    await other.store.start();
    tab.store.onStorage(other.text());
    expect(tab.store.current()).toMatchObject({ status: "signed-in", isSnapshot: true });
    await tab.flush();
    expect(tab.store.current()).toEqual({ status: "signed-in", session: withFactor });
    expect(tab.events).toEqual(["INITIAL_SESSION", "SIGNED_IN"]);
  });

  it("A tab receives the reason for a sign-out in another tab", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [{ session: priya }] } });
    await tab.store.start();
    tab.store.onStorage('{"session":null,"has_ended":true}');
    expect(tab.store.current()).toMatchObject({ status: "signed-out", hasEnded: true });
  });

  it("A tab asks the server when the shared storage is cleared", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [{ session: priya }] } });
    await tab.store.start();
    tab.store.onStorage(null);
    await tab.flush();
    expect(tab.calls).toEqual([look, look]);
    expect(tab.store.current().status).toBe("signed-in");
  });

  it("A password reset link emits an event", () => {
    const tab = openTab();
    tab.store.beginRecovery();
    expect(tab.events).toEqual(["PASSWORD_RECOVERY"]);
  });

  it("A listener that was removed receives no more events", async () => {
    const tab = openTab({ kept: priya, script: { [look]: [{ session: null }] } });
    const heard: string[] = [];
    tab.store.onEvent((event) => heard.push(event))();
    await tab.store.start();
    expect(heard).toEqual([]);
  });
});

describe("A session on arrival", () => {
  it.each([
    ["of this day", { expires_in: 6 * 86_400 }, false],
    ["of yesterday", { expires_in: 6 * 86_400 - 1 }, true],
    ["of a program", { expires_in: 300, token_type: "bearer" as const }, false],
  ])("A session on arrival is prolonged when it is older than a day: %s", (_what, session, isDue) => {
    expect(isToProlong({ ...priya, ...session })).toBe(isDue);
  });
});
