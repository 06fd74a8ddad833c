import type { Page } from "@playwright/test";
import { contextOfAdmin, launchBrowser, showWholePage, viewport } from "./support/browser.ts";
import type { BenchPart, Figure } from "./support/figure.ts";
import { longestInteraction, watchInteractions } from "./support/interactions.ts";
import { runLargeClub } from "./support/large-club.ts";
import { median } from "./support/median.ts";

const size = { members: 1000, submissions: 100, invitations: 500 };
const rounds = 3;
const slowdown = 4;
const goalMs = 100;

interface Kind {
  name: string;
  /** Where it begins. */
  at: string;
  ready: (page: Page) => Promise<unknown>;
  act: (page: Page) => Promise<void>;
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string | RegExp) => main(page).getByRole("button", { name });
const firstProfile = (page: Page) =>
  main(page)
    .getByRole("link", { name: /^View profile/ })
    .first();
const heading = (page: Page, name: string) => main(page).getByRole("heading", { name, exact: true });

/** Every tab and view of the members area by its link and what is seen of it first. */
const stops: readonly (readonly [link: RegExp, sign: (page: Page) => Promise<unknown>])[] = [
  [/^Member Directory/, (page) => firstProfile(page).waitFor()],
  [/^Edit Profile/, (page) => page.getByLabel("Full name").waitFor()],
  [
    /^Submit Profile/,
    (page) =>
      main(page)
        .getByText(/^(Submission Already Exists|Full name)/)
        .first()
        .waitFor(),
  ],
  [
    /^Profiles to Review/,
    (page) =>
      button(page, /^Approve/)
        .first()
        .waitFor(),
  ],
  [/^Member Events/, (page) => main(page).getByText("Upcoming").first().waitFor()],
  [/^Admin/, (page) => main(page).getByRole("row").nth(5).waitFor()],
  [
    /^Membership Requests/,
    (page) =>
      button(page, /^Approve/)
        .first()
        .waitFor(),
  ],
  [/^Audit/, (page) => main(page).getByRole("row").nth(5).waitFor()],
  [/^Account$/, (page) => heading(page, "Sessions").waitFor()],
  [/^Investments/, (page) => main(page).getByText("Status: Active").first().waitFor()],
];

async function goThroughTabs(page: Page): Promise<void> {
  for (const [name, sign] of stops) {
    await main(page).getByRole("link", { name }).first().click();
    await sign(page);
  }
}

const tabs = { at: "/#/members", ready: (page: Page) => main(page).getByText("Status: Active").first().waitFor() };
const directory = { at: "/#/members?tab=directory", ready: (page: Page) => firstProfile(page).waitFor() };
const invitations = { at: "/#/members?tab=admin", ready: (page: Page) => main(page).getByRole("row").nth(5).waitFor() };
const profile = {
  at: "/#/members?tab=directory&view=edit",
  ready: (page: Page) => page.getByLabel("Full name").waitFor(),
};
/** Between two keys of somebody who types fast. */
const typingDelayMs = 80;

const memberKinds: readonly Kind[] = [
  { name: "Tab change, first time", ...tabs, act: goThroughTabs },
  {
    name: "Typing in the directory's search",
    ...directory,
    act: async (page) => {
      const box = page.getByRole("searchbox");
      const answerTo = (words: string) =>
        page.waitForResponse((answer) => new URL(answer.url()).searchParams.get("q") === words);
      const first = answerTo("lindqvist");
      await box.pressSequentially("lindqvist", { delay: typingDelayMs });
      await first;
      // While what was found is being drawn.
      const second = answerTo("lindqvist pricing");
      await box.pressSequentially(" pricing", { delay: typingDelayMs });
      await second;
      await main(page)
        .getByText(/Lindqvist/)
        .first()
        .waitFor();
    },
  },
  {
    name: "Typing in the search for invitations",
    ...invitations,
    act: async (page) => {
      await page.getByRole("searchbox").pressSequentially("guest-42", { delay: typingDelayMs });
      await main(page).getByText("guest-42@large.example").waitFor();
    },
  },
  {
    name: "Profile form with faults",
    ...profile,
    act: async (page) => {
      await page.getByLabel("Full name").fill("");
      await button(page, "Save changes").click();
      await main(page).getByText("Full name must be at least 2 characters").waitFor();
    },
  },
  {
    name: "Profile form saved",
    ...profile,
    act: async (page) => {
      await page.getByLabel("Company").fill(`Bench ${Date.now()}`);
      await button(page, "Save changes").click();
      await page.getByText("Your profile has been updated successfully.").first().waitFor();
    },
  },
  {
    name: "Invitation form with faults",
    ...invitations,
    act: async (page) => {
      await button(page, "Create invitation").click();
      await main(page).getByText("Please enter an email address.").waitFor();
    },
  },
  {
    name: "Invitation form sent",
    ...invitations,
    act: async (page) => {
      await main(page).getByLabel("Email", { exact: true }).fill(`bench-${Date.now()}@guests.example`);
      await button(page, "Create invitation").click();
      await page.getByText("Invitation Created").first().waitFor();
    },
  },
];

const visitorKinds: readonly Kind[] = [
  {
    name: "Sign-in form with faults",
    at: "/#/login",
    ready: (page) => page.getByLabel("Password", { exact: true }).waitFor(),
    act: async (page) => {
      await button(page, "Sign in").click();
      await main(page)
        .getByText(/^Please enter/)
        .first()
        .waitFor();
    },
  },
  {
    name: "Typing in the search for articles",
    at: "/#/insights",
    ready: (page) => heading(page, "Worth an evening").waitFor(),
    act: async (page) => {
      await page.getByRole("searchbox").pressSequentially("valuation", { delay: typingDelayMs });
      await page.getByText(/^\d articles?$/).waitFor();
    },
  },
];

/** How long the page takes to answer a press, on a processor that is slowed like a cheap phone's. */
export const feel: BenchPart = {
  title: `Feel: interaction to next paint, processor slowed ${slowdown} times, the longest of each kind`,
  async measure({ isQuick }) {
    // A time alone, which says nothing on a machine that does other things besides.
    if (isQuick) return [];
    const club = await runLargeClub(size);
    const browser = await launchBrowser();
    try {
      const admin = await contextOfAdmin(browser, club.url);
      const visitor = await browser.newContext({ baseURL: club.url, viewport });
      const seen = { name: "Tab change, seen before", ...tabs, act: goThroughTabs };
      return [
        ...(await figuresOf(memberKinds, () => openSlowed(() => admin.newPage()))),
        ...(await figuresOf([seen], () => openSlowed(() => admin.newPage()), goThroughTabs)),
        ...(await figuresOf(visitorKinds, () => openSlowed(() => visitor.newPage()))),
      ];
    } finally {
      await browser.close();
      await club.stop();
    }
  },
};

async function figuresOf(
  kinds: readonly Kind[],
  open: () => Promise<Page>,
  before: (page: Page) => Promise<void> = async () => {},
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, at, ready, act } of kinds) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const page = await open();
      await page.goto(at);
      await ready(page);
      await before(page);
      times.push(await longestInteraction(page, () => act(page)));
      await page.close();
    }
    figures.push({ name, value: median(times), unit: "ms", goal: { atMost: goalMs }, note: `of ${times.join(", ")}` });
  }
  return figures;
}

async function openSlowed(newPage: () => Promise<Page>): Promise<Page> {
  const page = await newPage();
  await watchInteractions(page);
  const devtools = await page.context().newCDPSession(page);
  await showWholePage(devtools);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  return page;
}
