// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { listedDeal as deal } from "#tests/support/listed-deal.ts";
import { expectToast, fill, json, list, openPage, press, problem, sessionOf } from "#tests/support/open-page.tsx";

const column = (state: string) => {
  const heading = screen.getByRole("heading", { name: new RegExp(`^${state}`) });
  return within(heading.closest("li") ?? heading);
};

it("A deal that another admin has moved meanwhile is not moved again: the board says so and loads it where it is", async () => {
  const { user, api } = await openPage("/members?tab=investments&view=desk", {
    session: sessionOf({ role: "admin" }),
    answers: {
      "GET /deals": list([deal]),
      "GET /deals/counts": json({ states: { preparing: 1 }, overdue: 0 }),
      [`POST /deals/${deal.id}/transitions`]: problem(
        409,
        "revision_conflict",
        "Somebody else has changed this meanwhile.",
      ),
    },
  });
  await screen.findByRole("link", { name: "Saltmarsh Buoys" });
  expect(column("Preparing").getByRole("link", { name: "Saltmarsh Buoys" })).toBeDefined();
  api["GET /deals"] = list([{ ...deal, state: "meeting" }]);
  await press(user, "Move Saltmarsh Buoys...");
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByLabelText("To"), "screening");
  await fill(user, dialog.getByLabelText(/^Reason/), "Also too early.");
  await user.click(dialog.getByRole("button", { name: "Move" }));
  await expectToast("Not moved", "Saltmarsh Buoys: Somebody else has changed this meanwhile.");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(column("Meeting").getByRole("link", { name: "Saltmarsh Buoys" })).toBeDefined());
});
