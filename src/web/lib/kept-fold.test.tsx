// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, expect, it } from "vitest";
import { Fold } from "#web/ui/fold.tsx";
import { useKeptFold } from "./search-state.ts";

function Page() {
  const dates = useKeptFold("dates");
  const figures = useKeptFold("figures");
  return (
    <>
      <p data-testid="address">{useLocation().search}</p>
      <Fold summary="All dates" {...dates}>
        34 dates
      </Fold>
      <Fold summary="Figures" {...figures}>
        4 figures
      </Fold>
    </>
  );
}

const openAt = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
const foldOf = (summary: string) => screen.getByText(summary).closest("details") as HTMLDetailsElement;
const setOpen = (summary: string, isOpen: boolean) => {
  act(() => {
    foldOf(summary).open = isOpen;
    fireEvent(foldOf(summary), new Event("toggle"));
  });
};

afterEach(cleanup);

it("A fold that is opened is in the address, and is open at that address", () => {
  openAt("/?view=mine");
  setOpen("All dates", true);
  setOpen("Figures", true);
  const address = screen.getByTestId("address").textContent ?? "";
  expect(address).toBe("?view=mine&folds=dates%2Cfigures");
  cleanup();
  openAt(`/${address}`);
  expect([foldOf("All dates").open, foldOf("Figures").open]).toEqual([true, true]);
});

it("A fold that is closed leaves the address, and the others stay", () => {
  openAt("/?folds=dates%2Cfigures");
  setOpen("All dates", false);
  expect(screen.getByTestId("address").textContent).toBe("?folds=figures");
  expect(foldOf("Figures").open).toBe(true);
});
