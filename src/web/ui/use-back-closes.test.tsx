// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Dialog } from "./dialog.tsx";
import { Panel } from "./panel.tsx";

// At the end of the history, where another test may have gone back.
beforeEach(() => window.history.pushState(null, ""));
afterEach(cleanup);

type Sheet = (state: { isOpen: boolean; onClose: () => void }) => ReactNode;

const kinds: [name: string, sheet: Sheet][] = [
  [
    "sheet",
    (state) => (
      <Panel {...state} title="Notices">
        <p>One</p>
      </Panel>
    ),
  ],
  ["dialog", (state) => <Dialog {...state} title="Withdraw?" actions={<button type="button">Keep it</button>} />],
];
const inAddress: Sheet = (state) => (
  <Panel {...state} isInAddress title="Notices">
    <p>One</p>
  </Panel>
);

function Page({ sheet }: { sheet: Sheet }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {sheet({ isOpen, onClose: () => setOpen(false) })}
    </>
  );
}

const open = () => act(async () => screen.getByText("Open").click());
const sheets = () => screen.queryAllByRole("dialog").length;

it.each(kinds)(
  "An open %s has a history entry of its own with the page's address, and Back closes it",
  async (_, sheet) => {
    const [address, entries, before] = [window.location.href, window.history.length, window.history.state];
    render(<Page sheet={sheet} />);
    await open();
    expect([sheets(), window.history.length, window.location.href]).toEqual([1, entries + 1, address]);
    // The history state is what Back leaves.
    window.history.replaceState(before, "");
    await act(async () => void window.dispatchEvent(new PopStateEvent("popstate", { state: before })));
    expect(sheets()).toBe(0);
  },
);

it("A sheet that the address opens has no history entry of its own", async () => {
  const entries = window.history.length;
  render(<Page sheet={inAddress} />);
  await open();
  expect([sheets(), window.history.length]).toEqual([1, entries]);
});
