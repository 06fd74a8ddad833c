import { defineConfig } from "@playwright/test";
import { journeyBrowser, journeyBrowserFlags } from "./tests/support/chromium.ts";
import "./tests/support/stub-pictures.ts";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  // Each worker has an app of its own, and the journeys in it do not share people. A journey waits more than it computes.
  workers: 3,
  fullyParallel: true,
  // Long beside other work, as the pages of slow phones run at a quarter of what is left of the processor.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // A journey that fails once in a while is mended, not tried again.
  retries: 0,
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    serviceWorkers: "block",
    trace: process.env.NIGHT === "1" ? "retain-on-failure" : "off",
    // What moves costs a machine without a graphics card most; the tests that are about it turn it on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: "chromium", ...journeyBrowser(), args: journeyBrowserFlags },
  },
});
