// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, configure, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import type { RoomDocument } from "#shared/deals/deal-room.ts";
import { RoomDocuments } from "./room-documents.tsx";

configure({ asyncUtilTimeout: 20_000, getElementError: (message) => new Error(message ?? "") });
afterEach(cleanup);

const accounts: Omit<RoomDocument, "state" | "is_current"> = {
  id: "0190a0a0-0000-7000-8000-000000000001",
  title: "Accounts",
  file_name: "accounts.pdf",
  number: 1,
  media_type: "application/pdf",
  bytes: 12_000,
  sha256: "a".repeat(64),
  pages: 3,
  is_downloadable: false,
  refusal: null,
  damaged_pages: [],
  openings: 0,
  author_name: "Amara Okafor",
  created_at: "2027-01-12T10:00:00.000Z",
  replaces_id: null,
  removed_at: null,
};

it.each([
  [
    "that was refused, which nobody could read",
    { ...accounts, state: "refused" as const, refusal: "locked" as const, is_current: false },
    "No version has it, and no member could read it.",
  ],
  [
    "that a version may have",
    { ...accounts, state: "ready" as const, is_current: true },
    "The next version goes without it. If the present version has it, members read it until the next is approved. What they opened stays recorded.",
  ],
])("The question before a document is removed tells who can read it: a document %s", async (_, document, words) => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RoomDocuments dealId="1" documents={[document]} canChange onReplace={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.setup({ delay: null }).click(screen.getByRole("button", { name: /^Remove/ }));
  expect((await screen.findByRole("dialog")).textContent).toContain(words);
});
