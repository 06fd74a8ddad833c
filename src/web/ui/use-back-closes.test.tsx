// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { Panel } from "./panel.tsx";

afterEach(cleanup);

function Sheet({ isInAddress = false }: { isInAddress?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Panel isOpen={isOpen} onClose={() => setOpen(false)} isInAddress={isInAddress} title="Notices">
        <p>One</p>
      </Panel>
    </>
  );
}

const open = () => act(async () => screen.getByText("Open").click());
const sheets = () => screen.queryAllByRole("dialog").length;

it("gives an open sheet a history entry of its own with the page's address, whose end closes the sheet", async () => {
  const [address, entries, before] = [window.location.href, window.history.length, window.history.state];
  render(<Sheet />);
  await open();
  expect([sheets(), window.history.length, window.location.href]).toEqual([1, entries + 1, address]);
  // As Back leaves it.
  window.history.replaceState(before, "");
  await act(async () => void window.dispatchEvent(new PopStateEvent("popstate", { state: before })));
  expect(sheets()).toBe(0);
});

it("gives a sheet that the address opens none", async () => {
  const entries = window.history.length;
  render(<Sheet isInAddress />);
  await open();
  expect([sheets(), window.history.length]).toEqual([1, entries]);
});
