import { expect, it } from "vitest";
import { describeCheck } from "./system-messages.ts";

it("The check for a missing second admin tells where one is proposed, and what it takes", () => {
  expect(describeCheck("second_admin", "open", "1")).toBe(
    "Propose a member under People → Admins, so that the club is not locked out with you. A second signatory confirms it or, without one, two members who have been in the club for 7 days. 7 days later the new admin signs for money.",
  );
});

it.each([
  ["identity.motto,identity.mission", "motto, mission. Change them."],
  ["identity.name,identity.operator,identity.address,nominee", "name, operator, address, nominee. Change them."],
  [
    "plans,pages",
    "plans with what each offers, legal pages and their date. Change them, or save them once if they are right (plans with what each offers). Publish the legal pages under Content, as they are or changed.",
  ],
  ["deal_texts", "deal warnings (where they say “Sample wording, version 1.”). Change them."],
  ["links,stats.sample", "links to other sites, members’ figures. Change them."],
  ["stats", "members’ figures (“£0” is typed, while members hold shares). Change them."],
  ["nominee,figures", "nominee, figures. Change them, or save them once if they are right (figures)."],
])("The check of the starter texts %s tells what saving them is enough for", (value, words) => {
  expect(describeCheck("starter_texts", "open", value)).toBe(`Still as they came with the app: ${words}`);
});
