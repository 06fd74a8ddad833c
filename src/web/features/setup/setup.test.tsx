// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fill, findField, json, openPage, press, problem } from "#tests/support/open-page.tsx";

const state = { state: "new", is_mine: false, can: { finish: false, skip: false }, started_by_name: null };

it("A first admin who was slower keeps name and password, and is told why the form is another", async () => {
  const { user, api } = await openPage("/setup?token=K7QX2MPR9W-ada@club.example", {
    answers: {
      "GET /setup": json(state),
      "POST /setup/account": problem(409, "setup_closed", "The club is set up already."),
    },
  });
  await fill(user, await findField("Your name"), "Ada Rees");
  await fill(user, await findField("Password"), "six herons on a weir");
  api["GET /setup"] = json({ ...state, state: "finished" });
  await press(user, "Create my account");
  expect(await screen.findByText(/^Another admin was quicker/)).toBeTruthy();
  expect(screen.getByText(/^The club is set up\. Your link/)).toBeTruthy();
  expect(screen.getByText("This link was made for ada@club.example and works once.")).toBeTruthy();
  expect(screen.queryByLabelText("Invitation code")).toBeNull();
  expect(await Promise.all(["Your name", "Password"].map(async (label) => (await findField(label)).value))).toEqual([
    "Ada Rees",
    "six herons on a weir",
  ]);
  api["POST /registrations"] = problem(422, "invitation_used", "This invitation code has already been used.");
  await press(user, "Register");
  expect((await screen.findByText(/gets a new link/)).textContent).toBe(
    "This invitation code has already been used. The person who runs the server gets a new link with the command npm run first-admin.",
  );
});
