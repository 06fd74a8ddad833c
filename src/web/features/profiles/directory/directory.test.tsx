// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { DirectoryProfile } from "#shared/profiles/profiles.ts";
import { emptyProfile } from "#tests/support/empty-profile.ts";
import {
  type Answer,
  type Answers,
  expectAccessible,
  json,
  list,
  openPage,
  press,
  problem,
  sessionOf,
} from "#tests/support/open-page.tsx";

const eleanorId = "0190a0a0-0000-7000-8000-0000000000e1";

const eleanor: DirectoryProfile = {
  id: eleanorId,
  user_id: "0190a0a0-0000-7000-8000-0000000000e2",
  ...emptyProfile,
  full_name: "Eleanor Marsh",
  expertise: ["Fintech"],
  bio: "I meet about three founders a week.",
  linkedin_url: "https://www.linkedin.example/in/eleanor-marsh",
  is_visible: true,
  created_at: "2026-11-20T09:00:00.000Z",
  updated_at: "2026-11-20T09:00:00.000Z",
  hidden_by_owner_at: null,
  hidden_by_admin_at: null,
  can: { edit: false, hide: false, show: false, hide_as_admin: false, show_as_admin: false },
  shown_tier: null,
};
const ruth = { ...eleanor, id: "0190a0a0-0000-7000-8000-0000000000a1", full_name: "Dr Ruth Abernathy" };

const openDirectory = (answers: Answers, query = "") =>
  openPage(`/members?tab=directory${query}`, {
    session: sessionOf(),
    answers: {
      "GET /member-profiles": list([ruth]),
      "GET /member-profiles/filters": json({ expertise: [], locations: [] }),
      ...answers,
    },
  });

const names = () =>
  within(screen.getByRole("main"))
    .getAllByRole("heading", { level: 2 })
    .map(({ textContent }) => textContent);

describe("The directory", () => {
  it("A directory that does not load is logged, is shown empty, and loads on another try", async () => {
    const { user, api } = await openDirectory({
      "GET /member-profiles": problem(500, "internal_error", "Not just now."),
    });
    expect(await screen.findByRole("heading", { name: "No members found" })).toBeDefined();
    expect(vi.mocked(console.info).mock.calls).toContainEqual([
      "query failed: member-profiles/list/{} ApiError 500 internal_error Not just now.",
    ]);
    api["GET /member-profiles"] = list([ruth]);
    await press(user, "Try again");
    await waitFor(() => expect(names()).toEqual(["Dr Ruth Abernathy"]));
  });

  it("A directory without members invites the first one to submit a profile", async () => {
    await openDirectory({ "GET /member-profiles": list() });
    expect(await screen.findByRole("heading", { name: "No members found" })).toBeDefined();
    expect(screen.getByText("Be the first to create your profile!")).toBeDefined();
  });

  it("The directory's search box keeps what a member types while an earlier search is pending", async () => {
    let answer: (value: Answer) => void = () => {};
    const { user } = await openDirectory({
      "GET /member-profiles": ({ query }) => {
        if (query === "q=abern") return new Promise((resolve) => (answer = resolve));
        return list(query === "q=abernathy+ruth" ? [ruth] : [ruth, eleanor]);
      },
    });
    await waitFor(() => expect(names()).toEqual(["Dr Ruth Abernathy", "Eleanor Marsh"]));
    const box = screen.getByRole<HTMLInputElement>("searchbox");
    await user.type(box, "abern");
    const pending = answer;
    await waitFor(() => expect(answer).not.toBe(pending));
    expect(names()).toEqual(["Dr Ruth Abernathy", "Eleanor Marsh"]);
    await user.type(box, "athy ruth");
    await waitFor(() => expect(names()).toEqual(["Dr Ruth Abernathy"]));
    answer(list([eleanor]));
    expect(box.value).toBe("abernathy ruth");
    expect(names()).toEqual(["Dr Ruth Abernathy"]);
  });
});

describe("A profile at its own URL", () => {
  it("A profile that is not on the loaded page and does not load opens on another try", async () => {
    const call = `GET /member-profiles/${eleanorId}`;
    const { user, api } = await openDirectory({ [call]: { status: 500, body: "{}" } }, `&member=${eleanorId}`);
    expect(await screen.findByRole("dialog", { name: "This profile could not be loaded" })).toBeDefined();
    api[call] = json(eleanor);
    await press(user, "Try again");
    const panel = await screen.findByRole("dialog", { name: "Eleanor Marsh" });
    expect(panel.textContent).toContain("I meet about three founders a week");
    const link = within(panel).getByRole("link", { name: /^LinkedIn/ });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual([
      "https://www.linkedin.example/in/eleanor-marsh",
      "noopener noreferrer nofollow",
    ]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
    expect(names()).toEqual(["Dr Ruth Abernathy"]);
    expect(window.location.hash).toBe("#/members?tab=directory");
  });

  it.each([
    ["is hidden or deleted", "01980000-0000-7000-8000-000000000000"],
    ["has no id", "me"],
  ])("A profile is reported as not found when it %s", async (_, id) => {
    const { user } = await openDirectory(
      { [`GET /member-profiles/${id}`]: problem(404, "not_found", "There is no such profile.") },
      `&member=${id}`,
    );
    const panel = await screen.findByRole("dialog", { name: "Profile not found" });
    expect(panel.textContent).toContain("It may have been taken out of the directory");
    await expectAccessible(panel);
    await press(user, "Show the directory");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
