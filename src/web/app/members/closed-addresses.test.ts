import { expect, it } from "vitest";
import { isOpenWithoutMembership } from "#shared/closed-pages.ts";
import { type Screen, type View, views } from "#web/views.tsx";
import { viewAddress } from "./match-view.ts";

it("isOpenWithoutMembership says of each screen what its audience says, so that mails lead only to pages that open", () => {
  const screens = views.flatMap((tab): { tab: View; screen: Screen | undefined }[] =>
    "screens" in tab ? tab.screens.map((screen) => ({ tab, screen })) : [{ tab, screen: undefined }],
  );
  const said = screens.map(({ tab, screen }) => [
    viewAddress(tab, screen),
    isOpenWithoutMembership(viewAddress(tab, screen)),
  ]);
  const so = screens.map(({ tab, screen }) => [
    viewAddress(tab, screen),
    tab.audience === "person" && (screen ?? tab).audience === "person",
  ]);
  expect(said).toEqual(so);
  expect(isOpenWithoutMembership("/members")).toBe(false);
  expect(isOpenWithoutMembership("/members/investments/loxa")).toBe(false);
  expect(isOpenWithoutMembership("/forgot-password")).toBe(true);
});
