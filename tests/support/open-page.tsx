import { act, cleanup, configure, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import axe from "axe-core";
import { StrictMode } from "react";
import { expect, onTestFinished, vi } from "vitest";
import type { Session } from "#shared/account/session.ts";
import type { ErrorCode, Problem } from "#shared/errors.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { App } from "#web/app/app.tsx";
import { loadPage } from "#web/app/site-pages.ts";
import { createSiteHistory, SiteRouter } from "#web/app/site-router.tsx";
import { loadSession } from "#web/lib/session.ts";
import { createSiteData, SiteDataProvider } from "#web/lib/site-data.tsx";
import { closeToast, currentToast } from "#web/ui/toast.ts";

/** A lost connection, or a response. */
export type Answer = "no network" | { status: number; body: string };

interface Call {
  body: unknown;
  query: string;
}

/** The keys are method and path without its query: "GET /invitations". A test may replace one while its page is open. */
export type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>;

export const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) });

export const list = (items: unknown[] = []): Answer => json({ items, next_cursor: null });

export const problem = (status: number, code: ErrorCode, detail: string, errors?: Problem["errors"]): Answer =>
  json({ type: "about:blank", title: "", status, code, detail, ...(errors && { errors }) }, status);

/** A response that is no problem of the API, as a crash leaves one. It is not retried, unlike 503 or a lost connection. */
export const failure: Answer = { status: 500, body: "{}" };

let lastUser = 0;

/** A new account for each call, because the query cache is dropped when the account changes. */
export function sessionOf(rights: Partial<Session> = {}): Session {
  lastUser += 1;
  return {
    expires_at: 4_000_000_000,
    expires_in: 3600,
    token_type: "cookie",
    user: {
      id: `0190a0a0-0000-7000-8000-${String(lastUser).padStart(12, "0")}`,
      email: "amara@kindling.example",
      email_verified: true,
      identities: [],
      factors: [],
      user_metadata: { full_name: "Amara Okafor", name: "Amara Okafor", avatar_url: null },
    },
    role: "member",
    membership_status: "approved",
    membership_end: null,
    ...rights,
  };
}

interface Opened {
  session?: Session | null;
  answers?: Answers;
  club?: Partial<typeof defaultClub>;
}

/**
 * Opens the whole app at an address, with an API that gives these answers. A call without an answer fails the test, and so
 * does what React or the app writes to the console as an error or a warning.
 */
export async function openPage(address: string, { session = null, answers = {}, club = {} }: Opened = {}) {
  const api: Answers = { ...usualAnswers, "GET /session": json({ session }), ...answers };
  const unanswered: string[] = [];
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
  onTestFinished(() => leavePage(unanswered));
  findFocusAsBrowsersDo();
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const [path = "", query = ""] = url.replace(/^\/api/, "").split("?");
    const name = `${method} ${path}`;
    const given = api[name];
    if (!given) unanswered.push(name);
    const call = { body: typeof body === "string" ? JSON.parse(body) : body, query };
    const answer = typeof given === "function" ? await given(call) : (given ?? failure);
    if (answer === "no network") throw new TypeError("Failed to fetch");
    return new Response(answer.status === 204 ? null : answer.body, { status: answer.status });
  });
  window.location.hash = `#${address}`;
  const history = createSiteHistory();
  await Promise.all([loadSession(), loadPage(history.location.pathname)]);
  const siteData = createSiteData(() => new Promise(() => {}), { "/settings": { ...defaultClub, ...club } });
  const app = (
    <StrictMode>
      <SiteRouter history={history} initial={history.location}>
        <SiteDataProvider data={siteData}>
          <App />
        </SiteDataProvider>
      </SiteRouter>
    </StrictMode>
  );
  // Awaited: parts of the page suspend until their modules are loaded.
  await act(async () => void render(app));
  return { user: userEvent.setup({ delay: null }), api };
}

export const expectToast = (title: string, description?: string) =>
  waitFor(() => {
    const shown = document.querySelector(".toast[data-state=open]");
    const texts = [".toast-title", ".toast-description"].map((part) => shown?.querySelector(part)?.textContent);
    expect(texts).toEqual([title, description]);
  });

type User = ReturnType<typeof userEvent.setup>;

/** The name is the whole accessible name. */
export const press = async (user: User, name: string) => user.click(await screen.findByRole("button", { name }));

/** In one input event, not one for each letter. */
export async function fill(user: User, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

export const findField = (label: string | RegExp) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: "main *" });

/** The head of the members area reads these on every screen. */
const usualAnswers: Answers = {
  "GET /waiting-counts": json({}),
  "GET /member-profiles/me": problem(404, "not_found", "There is no profile."),
  "GET /notices": list(),
};

// The first page of a file loads its modules.
configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });

/** The function is not run by `afterEach`: test files share this module, which is evaluated once. */
function leavePage(unanswered: string[]): void {
  cleanup();
  const toast = currentToast();
  if (toast) closeToast(toast.id);
  sessionStorage.clear();
  localStorage.clear();
  const noise = [console.error, console.warn].flatMap((log) => vi.mocked(log).mock.calls).filter(isUnexpected);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  expect({ unanswered, noise }).toEqual({ unanswered: [], noise: [] });
}

/** happy-dom has no element `search`, which browsers have. */
const isUnexpected = ([text, tag]: unknown[]) => !(String(text).startsWith("The tag <%s> is") && tag === "search");

/** Browsers do not match `:focus` with the body while nothing has the focus. */
function findFocusAsBrowsersDo(): void {
  const find = document.querySelector.bind(document);
  vi.spyOn(document, "querySelector").mockImplementation((selector: string) => {
    const found = find(selector);
    return selector === ":focus" && found === document.body ? null : found;
  });
}

/** By axe, without colours and sizes, which only a browser computes. */
export async function expectAccessible(part: Element = document.body): Promise<void> {
  // happy-dom has no styles of its own for `hidden`.
  const { violations } = await axe.run(
    { include: part, exclude: "[hidden]" },
    { resultTypes: ["violations"], runOnly: rules },
  );
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
