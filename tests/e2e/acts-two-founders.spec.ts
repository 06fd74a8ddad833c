import type { Browser, Locator, Page } from "@playwright/test";
import { sql } from "kysely";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { giveAdminRole, takeAdminRole } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { buildCollectionAccount } from "../support/build-allocated-deal.ts";
import { type ClockApp, runClockApp } from "../support/clock-app.ts";
import { fillDate } from "../support/fill-date.ts";
import { goodPdf } from "../support/raw-pdf.ts";
import { certificateOf, pdfOfRows } from "../support/relief-certificates.ts";
import { zipOf } from "../support/room-files.ts";
import { setDeals } from "../support/set-deals.ts";
import { type StarlingStandIn, startStarlingStandIn } from "../support/starling-stand-in.ts";
import { callsWith, createSession } from "./new-person.ts";
import { becomeFounder, onLocalhost } from "./sign-lists.ts";
import { test as base, expectToFit, expect as usual } from "./test.ts";

/**
 * The round of `tests/two-founders.test.ts`, by what two founders press and type: one on a desktop, one on a phone. What members do is done
 * through the API, and the clock is moved. An act is one press after which something is committed that holds.
 */
const most = { acts: { files: 12, feed: 8 }, screens: 12, fields: 45 } as const;
const at = (moment: string) => new Date(`2027-${moment}Z`);

/** Name, tier, typed, asked, shares, cost, fee, day in May on which it is paid. */
type Row = [string, "vip" | "premium" | "trial", number, number, number, number, number, number];
const members: Row[] = [
  ["Amara Okafor", "vip", 200000, 1457, 1213, 166484, 0, 18],
  ["Daniel Price", "vip", 150000, 1092, 930, 127643, 0, 19],
  ["Ben Lindqvist", "vip", 300000, 2185, 1778, 244031, 0, 18],
  ["Chloe Martin", "premium", 250000, 1821, 1495, 205189, 8208, 18],
  ["Dev Shah", "premium", 250000, 1821, 1495, 205189, 8208, 19],
  ["Esther Brown", "premium", 200000, 1457, 1213, 166484, 6659, 18],
  ["Farid Haddad", "premium", 200000, 1457, 1213, 166484, 6659, 19],
  ["Grace Owen", "trial", 150000, 1092, 929, 127505, 15938, 18],
  ["Hugh Nolan", "trial", 150000, 1092, 929, 127505, 15938, 19],
  ["Isla Reid", "trial", 150000, 1092, 929, 127505, 15938, 20],
  ["Jonas Weber", "trial", 125000, 910, 788, 108153, 13519, 20],
  ["Keira Doyle", "trial", 100000, 728, 647, 88801, 11100, 18],
  ["Liam Carter", "trial", 100000, 728, 647, 88801, 11100, 19],
  ["Mona Sethi", "trial", 50000, 365, 365, 50096, 6262, 20],
];
const dueOf = ([, , , , , cost, fee]: Row) => cost + fee;
const wire = { name: "Fern Robotics Ltd", reference: "KINDLING", pence: -1_999_870 };
const fees = { name: "Kindling Club Ltd", reference: "FEES", pence: -119_529 };

/** Each has an app of its own, as its clock runs from May to August. */
const test = base.extend<{ club: ClockApp; bank: StarlingStandIn }>({
  baseURL: "http://localhost",
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from it.
  bank: async ({}, use) => {
    const bank = await startStarlingStandIn();
    await use(bank);
    await bank.stop();
  },
  club: [
    async ({ bank }, use) => {
      // All days and times are London's, wherever the server and its readers are.
      const app = await runClockApp(at("05-03T18:00:00"), { TEST_BANK_URL: bank.url, TZ: "America/New_York" });
      await use(app);
      await app.stop();
    },
    { timeout: 90_000 },
  ],
});

function watchHands() {
  const acts: { name: string; writes: string[] }[] = [];
  const screens = new Set<string>();
  const outside: string[] = [];
  let fields = 0;
  let current: { name: string; writes: string[] } | undefined;
  const see = async (page: Page) => {
    const [, address = ""] = page.url().split("/#");
    screens.add(withoutIds(address.split("#")[0] ?? ""));
    const dialog = page.getByRole("dialog").getByRole("heading").first();
    if (await dialog.isVisible()) screens.add(`dialog: ${await dialog.textContent()}`);
  };
  return {
    acts,
    screens,
    outside,
    fields: () => fields,
    see,
    follow: (page: Page) => {
      page.on("framenavigated", (frame) => {
        if (frame === page.mainFrame() && frame.url().includes("/#/")) void see(page).catch(() => {});
      });
      page.on("request", (request) => {
        const path = new URL(request.url()).pathname;
        if (request.method() === "GET" || !path.startsWith("/api/") || unbinding.test(path)) return;
        const write = `${request.method()} ${withoutIds(path)}`;
        if (current) current.writes.push(write);
        else outside.push(write);
      });
    },
    /** One press, and what it needs until it is done. */
    act: async (name: string, page: Page, press: () => Promise<void>) => {
      current = { name, writes: [] };
      acts.push(current);
      await see(page);
      await press();
      await see(page);
      current = undefined;
    },
    type: async (field: Locator, text: string) => {
      fields += 1;
      await see(field.page());
      await field.fill(text);
    },
  };
}

/** Reads what it is sent, or keeps whoever is there signed in. */
const unbinding = /\/(session|preview|session-events|notices\/read)$|\/api\/auth\//;
const withoutIds = (text: string) => text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "…");

/** The page's own clock is the server's. */
async function openFounderAt(
  browser: Browser,
  app: ClockApp,
  email: string,
  address: string,
  device: Parameters<Browser["newContext"]>[0],
) {
  const context = await browser.newContext({ ...device, baseURL: onLocalhost(app.url) });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const setClock = () =>
    context.addInitScript((aheadMs) => {
      const known = window as unknown as { RealDate?: DateConstructor };
      known.RealDate ??= Date;
      const Real = known.RealDate;
      window.Date = class extends Real {
        constructor(...given: []) {
          super(...((given.length === 0 ? [Real.now() + aheadMs] : given) as []));
        }
        static override now() {
          return Real.now() + aheadMs;
        }
      } as DateConstructor;
    }, app.now().getTime() - Date.now());
  await setClock();
  await becomeFounder(page, app, email, address, app.now());
  return { page, setClock };
}

/** The clock, documents and mails of a whole round take their time when other journeys run. */
const patience = 60_000;
const expect = usual.configure({ timeout: patience });
const expectToast = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible();

const next = (page: Page) => page.getByRole("region", { name: "Next" });
const pdf = (name: string, content = goodPdf(name)) => ({ name, mimeType: "application/pdf", buffer: content });

for (const by of ["files", "feed"] as const) {
  test.describe(`Two founders who invest, by ${by}`, () => {
    test.use({ allowedNoise: [/status of 4\d\d/] });

    test("Two founders who invest take a round from its company to its tax certificates", async ({
      browser,
      club: app,
      bank,
    }) => {
      test.setTimeout(900_000);
      const hands = watchHands();
      const { act, type } = hands;
      const people: { id: string; email: string; commitment: string; reference: string }[] = [];

      await test.step("the club has fourteen members, two admins, and a deal that was", async () => {
        await setDeals(app.db);
        const admins = await app.db.selectFrom("user_roles").select("user_id").where("role", "=", "admin").execute();
        for (const { user_id } of admins) await takeAdminRole(app.db, { id: user_id });
        for (const [full_name, tier] of members) {
          const email = `${full_name.toLowerCase().replace(" ", ".")}@fern.example`;
          const person = await buildInvestor(app.db, { full_name, email, signed_at: at("04-01T09:00:00") });
          const given = { user_id: person.id, from_date: "2027-01-01", reason: "As agreed." };
          if (tier !== "trial")
            await app.db
              .insertInto("memberships")
              .values({ ...given, tier })
              .execute();
          if (people.length < 2) await giveAdminRole(app.db, person);
          people.push({ id: person.id, email, commitment: "", reference: "" });
        }
        const before = await buildDeal(app.db, {
          company: { name: "Alder Analytics" },
          state: "cancelled",
          at: at("05-02T09:00:00"),
          terms: { minimum_commitment_pence: 50_000, allocation_method: "pro_rata" },
        });
        await buildCollectionAccount(app.db, before.id, at("05-02T09:00:00"));
      });

      const [amaraIs, danielIs] = people as [(typeof people)[0], (typeof people)[0]];
      const desk = "/#/members?tab=admin&view=deals";
      const { page: amara, setClock: setAmaras } = await openFounderAt(browser, app, amaraIs.email, desk, {
        viewport: { width: 1440, height: 900 },
      });
      const { page: daniel, setClock: setDaniels } = await openFounderAt(browser, app, danielIs.email, desk, {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        timezoneId: "America/New_York",
      });
      for (const page of [amara, daniel]) {
        hands.follow(page);
        await hands.see(page);
      }
      const moveTo = async (moment: string) => {
        await app.moveTo(at(moment));
        await setAmaras();
        await setDaniels();
      };
      let dealId = "";
      const closing = () => `/#/members?tab=admin&view=deals&deal=${dealId}`;
      const open = async (page: Page, address: string) => {
        await page.goto(address);
        await page.reload();
      };
      const part = (name: string) => amara.locator("summary").getByRole("heading", { name, exact: true }).click();
      const sign = async (page: Page, done: "Signed" | "Signed by two") => {
        const dialog = page.getByRole("dialog");
        const button = dialog.getByRole("button", { name: "Sign with your passkey" });
        await expect(button).toBeVisible();
        for (const box of await dialog.getByRole("checkbox").all()) await box.check();
        for (const note of await dialog.getByLabel(/^Whom you called back/).all())
          await type(note, "Jo Fern, on the number at Companies House, 20:50.");
        await hands.see(page);
        await button.click();
        await expectToast(page, done);
      };
      const readAndSign = async (list: "offer" | "closing list") => {
        await open(daniel, closing());
        await next(daniel).getByRole("link", { name: "Read and sign" }).click();
        await expectToFit(daniel);
        await act(`Daniel signs the ${list}`, daniel, async () => {
          const signatures = daniel.getByRole("complementary", { name: "Signatures" });
          await signatures.getByRole("button", { name: `Sign the ${list}` }).click();
          await sign(daniel, "Signed by two");
        });
      };

      await test.step("Amara adds the company", async () => {
        await amara.getByRole("link", { name: "Add a company" }).click();
        const form = amara.getByRole("form", { name: "Add a company" });
        await type(form.getByLabel("Company", { exact: true }), "Fern Robotics Ltd");
        await type(form.getByLabel("What it does, in one line"), "Robots that weed between fern beds");
        await type(form.getByLabel("Company number"), "12345678");
        await type(form.getByLabel("Round"), "Seed round 2027");
        await form.getByRole("checkbox", { name: /^We prepare the deal now/ }).check();
        await act("Amara adds the company", amara, async () => {
          await form.getByRole("button", { name: "Add to the pipeline" }).click();
          await expect(amara.getByRole("heading", { level: 1, name: "Fern Robotics Ltd", exact: true })).toBeVisible();
        });
        dealId = /deal=([\da-f-]{36})/.exec(amara.url())?.[1] ?? "";
      });

      await test.step("she adds three documents", async () => {
        await part("Documents");
        const add = amara.getByRole("region", { name: "Add a document" });
        await add
          .locator("input[type=file]")
          .setInputFiles([pdf("deck.pdf"), pdf("forecast.pdf"), pdf("articles.pdf")]);
        await act("Amara adds documents", amara, async () => {
          await add.getByRole("button", { name: "Add all 3 documents" }).click();
          for (const name of ["deck", "forecast", "articles"])
            await amara.getByRole("row", { name }).getByText("Ready", { exact: true }).waitFor({ timeout: patience });
        });
      });

      await test.step("she types terms and page, names the panel, and signs the offer", async () => {
        await part("Terms");
        const form = amara.getByRole("form", { name: "New terms" });
        await expect(form.getByLabel("Smallest commitment")).toHaveValue("500");
        await type(form.getByLabel("Price of a share"), "1.3725");
        await type(form.getByLabel("Pre-money valuation"), "892,125");
        await type(form.getByLabel("Whole round"), "150,000");
        await type(form.getByLabel("The club’s minimum", { exact: true }), "10,000");
        await type(form.getByLabel("The club’s maximum", { exact: true }), "20,000");
        await form.getByLabel("Advance assurance").selectOption("given");
        await fillDate(form, "Given on", "2027-04-20");
        await type(form.getByLabel("Who else invests"), "Two angels from Bristol, £80,000.");
        await type(
          form.getByLabel("What the club and its founders put in"),
          "Amara up to £2,000, Daniel up to £1,500.",
        );
        await type(form.getByLabel("Conflicts of interest"), "None known.");
        await fillDate(form, "Opens", "2027-05-10T10:00");
        await fillDate(form, "Priority until", "2027-05-11T10:00");
        await fillDate(form, "Closes", "2027-05-17T17:00");
        await fillDate(form, "Completion expected on", "2027-06-07");
        await type(form.getByLabel("What for"), "Two engineers");
        await type(form.getByLabel("Per cent", { exact: true }), "100");
        for (const tier of await form.getByRole("group", { name: "Plans with priority" }).getByRole("checkbox").all())
          await tier.uncheck();
        await part("Page");
        const page = amara.getByRole("form", { name: "The page" });
        for (const [list, text] of [
          ["Why we like it", "Eleven farms pay."],
          ["What would make it fail", "Two wet summers."],
        ] as const) {
          await page
            .getByRole("group", { name: list, exact: true })
            .getByRole("button", { name: "Add a point" })
            .click();
          await type(page.getByRole("textbox", { name: `${list}, point 1` }), text);
        }
        await part("Versions");
        const freeze = amara.getByRole("form", { name: "Sign the offer" });
        const points = freeze.getByRole("group", { name: "Please confirm" }).getByRole("checkbox");
        await expect(points).toHaveCount(6);
        for (const box of await points.all()) await box.check();
        for (const [name, pounds] of [
          ["Amara Okafor", "2,000"],
          ["Daniel Price", "1,500"],
        ] as const) {
          await type(freeze.getByLabel(`Takes part with shares for at most, ${name}`), pounds);
          await freeze.getByRole("checkbox", { name: new RegExp(`^Arranges the deal.*${name}`) }).check();
        }
        await act("Amara signs the offer", amara, async () => {
          await freeze.getByRole("button", { name: "Sign the offer" }).click();
          await sign(amara, "Signed");
        });
      });

      await test.step("Daniel reads it on his phone and signs", async () => {
        await moveTo("05-04T07:10:00");
        await readAndSign("offer");
        await moveTo("05-04T07:12:00");
        await open(amara, closing());
        await expect(next(amara)).toContainText("Nothing to do: it opens on Mon 10 May 2027, 10:00.");
      });

      await test.step("it opens, and fourteen commit", async () => {
        await moveTo("05-10T09:00:00");
        const read = async (id: string) => {
          const calls = await callsWith(await createSession(app, id, app.now()));
          const answer = await calls.get(`/api/open-deals/${dealId}`);
          expect(answer.status()).toBe(200);
          return { calls, shown: await answer.json() };
        };
        // They wait for a day after they read it first.
        for (const { id } of people) await (await read(id)).calls.dispose();
        await moveTo("05-12T09:00:00");
        const ticks = Object.fromEntries(commitmentTicks.map((tick) => [tick, true]));
        for (const [place, [signature, , amount_pence, asked]] of members.entries()) {
          const person = people[place] as (typeof people)[0];
          const { calls, shown } = await read(person.id);
          const placed = await calls.put(`/api/open-deals/${dealId}/commitment`, {
            data: {
              amount_pence,
              least_shares: null,
              wants_relief: true,
              ticks,
              signature,
              terms_id: shown.terms?.id ?? shown.content?.terms?.id,
              expected_version: null,
            },
          });
          const commitment = await placed.json();
          expect([signature, placed.status(), commitment.shares]).toEqual([signature, 201, asked]);
          person.commitment = commitment.id;
          await calls.dispose();
        }
        await open(amara, closing());
        await expect(next(amara)).toContainText(
          "Nothing to do: open until Mon 17 May 2027, 17:00. 14 people asked for £23,740.13.",
        );
      });

      await test.step("it closes; Amara types what the closing list lacks, and signs it", async () => {
        await moveTo("05-17T16:00:00");
        await moveTo("05-17T17:00:00");
        await open(amara, closing());
        await expect(next(amara)).toContainText("Shares are worked out for 14 people.");
        await next(amara).getByRole("button", { name: "Add the company’s account" }).click();
        const dialog = amara.getByRole("dialog");
        const company = dialog.getByRole("group", { name: "The company is paid to" });
        await type(company.getByLabel("Account name"), "Fern Robotics Ltd");
        await type(company.getByLabel("Sort code"), "10-20-30");
        await type(company.getByLabel("Account number"), "00004321");
        await type(company.getByLabel("Bank", { exact: true }), "Harbour Bank");
        await type(dialog.getByLabel("Article"), "14");
        await type(dialog.getByLabel("Allows up to, in %"), "8");
        await act("Amara signs the closing list", amara, async () => {
          await dialog.getByRole("button", { name: "Make the list" }).click();
          await expect(dialog).toContainText("14 people, 14,571 shares, £19,998.70");
          await sign(amara, "Signed");
        });
      });

      await test.step("Daniel calls the company back, and signs; money is called", async () => {
        await moveTo("05-17T20:15:00");
        await readAndSign("closing list");
        await moveTo("05-17T20:17:00");
        await moveTo("05-18T09:00:00");
        await moveTo("05-18T09:01:00");
        const { rows } = await sql<{ reference: string; due: number }>`
          select reference, due_pence as due from commitments where deal_id = ${dealId} and state = 'called' order by number`.execute(
          app.db,
        );
        expect(rows.map(({ due }) => Number(due))).toEqual(members.map(dueOf));
        for (const [place, { reference }] of rows.entries())
          (people[place] as (typeof people)[0]).reference = reference;
      });

      /** Starling's columns, up to and with a day. */
      const linesTo = (day: number) => {
        let balance = 0;
        const line = (date: number, name: string, reference: string, pence: number) => {
          balance += pence;
          return `${date}/05/2027,${name},${reference},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)},,`;
        };
        const lines = [18, 19, 20].flatMap((date) =>
          members.flatMap((row, place) =>
            date <= day && row[7] === date ? [line(date, row[0], people[place]?.reference ?? "", dueOf(row))] : [],
          ),
        );
        if (day >= 21)
          for (const { name, reference, pence } of [wire, fees]) lines.push(line(21, name, reference, pence));
        return lines;
      };
      const bringFile = async (day: number, told: string) => {
        const lines = linesTo(day);
        const header = "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes";
        await open(amara, closing());
        await next(amara).getByRole("link", { name: "Add a bank file" }).click();
        await amara
          .getByRole("region", { name: "Bank", exact: true })
          .locator("input[type=file]")
          .setInputFiles({
            name: `starling-${day}.csv`,
            mimeType: "text/csv",
            buffer: Buffer.from(`${[header, ...lines].join("\n")}\n`),
          });
        await act("Amara brings the bank file", amara, async () => {
          await amara.getByRole("button", { name: `Import ${lines.length} lines`, exact: true }).click();
          await expect(amara.getByText(told)).toBeVisible();
        });
      };

      if (by === "files") {
        await test.step("two bank files; Daniel confirms Amara's own payment with the balance", async () => {
          await moveTo("05-19T16:00:00");
          await bringFile(19, "The import booked 10 payments, £16,314.42.");
          await moveTo("05-20T15:30:00");
          await bringFile(20, "The import booked 3 payments, £3,214.73.");
          await moveTo("05-20T16:00:00");
          await open(daniel, closing());
          await expect(next(daniel)).toContainText(
            "All have sent it. Confirm the payment of who brought the bank file",
          );
          await next(daniel).getByRole("link", { name: "Type the balance" }).click();
          const form = daniel.getByRole("form", { name: "Balance at the bank" });
          await expect(form).toContainText("£1,664.84 from Amara Okafor, 18 May 2027");
          await expectToFit(daniel);
          await type(form.getByLabel(/the balance that the bank shows$/), "£21,193.99");
          await act("Daniel types the balance", daniel, async () => {
            await form.getByRole("button", { name: "Confirm and save the balance" }).click();
            await expectToast(daniel, "The balance agrees");
          });
          await moveTo("05-20T16:02:00");
          await open(amara, closing());
          await expect(next(amara)).toContainText(
            "Pay £19,998.70 to Fern Robotics Ltd and £1,195.29 to the club, then bring the bank file.",
          );
          await moveTo("05-24T08:00:00");
          await bringFile(21, "The import booked 2 payments, −£21,193.99.");
        });
      } else {
        await test.step("the bank's feed reads what arrives and what leaves", async () => {
          const account = bank.addAccount({ sortCode: "000000", accountNumber: "00001234" });
          const [one, other] = await Promise.all(
            [amaraIs, danielIs].map(async ({ id }) => callsWith(await createSession(app, id, app.now()))),
          );
          await app.db.updateTable("auth.sessions").set({ confirmed_at: app.now() }).execute();
          const token = bank.addToken([account]);
          const entered = await one?.post("/api/bank-feeds", {
            data: { deal_id: dealId, environment: "live", token },
          });
          expect(entered?.status()).toBe(201);
          const { waiting } = (await entered?.json()) ?? {};
          expect((await other?.post(`/api/bank-feeds/${waiting.id}/confirm`, { data: {} }))?.status()).toBe(200);
          for (const day of [18, 19, 20]) {
            for (const [place, row] of members.entries())
              if (row[7] === day)
                account.pay({
                  name: row[0],
                  reference: people[place]?.reference ?? "",
                  pence: dueOf(row),
                  at: at(`05-${day}T09:30:00`),
                });
            await moveTo(`05-${day}T15:00:00`);
          }
          await open(amara, closing());
          await expect(next(amara)).toContainText("Pay £19,998.70 to Fern Robotics Ltd and £1,195.29 to the club");
          for (const payment of [wire, fees]) account.pay({ ...payment, at: at("05-21T11:00:00") });
          await moveTo("05-21T12:00:00");
        });
      }

      await test.step("Amara drops the signed papers with the day of issue; a day later it completes", async () => {
        await moveTo("05-25T09:00:00");
        await open(amara, closing());
        await next(amara).getByRole("link", { name: "File the documents" }).click();
        const drop = amara.getByRole("form", { name: "Drop the signed documents" });
        const schedule = await pdfOfRows([
          ["Shares issued to", "Sample Nominee Services"],
          ["Date of issue of the shares", "25 May 2027"],
        ]);
        await drop
          .locator("input[type=file]")
          .setInputFiles([
            pdf("Subscription agreement signed.pdf"),
            pdf("board_minutes.pdf"),
            pdf("nominee.pdf"),
            pdf("schedule.pdf", schedule),
          ]);
        await fillDate(drop, "Day of issue", "2027-05-25");
        await act("Amara drops the signed papers", amara, async () => {
          await drop.getByRole("button", { name: "File all 4 documents" }).click();
          await expectToast(amara, "Documents filed");
        });
        // A day after the press; the clock goes on while a slow browser fills the form.
        await expect(next(amara)).toContainText(/Completes on Wed 26 May 2027, 10:\d\d, unless somebody objects\./);
        await moveTo("05-26T10:01:00");
        await open(amara, closing());
        await expect(amara.getByText("14 members, 14,571 shares, £19,998.70")).toBeVisible();
      });

      await test.step("the tax certificates come as one ZIP, and each member has theirs", async () => {
        await moveTo("08-12T09:00:00");
        await open(amara, closing());
        const files: Record<string, Buffer> = {};
        for (const [place, [name, , , , shares, amount_pence]] of members.entries())
          files[`SEIS3-${place + 1}.pdf`] = await certificateOf({
            name,
            shares,
            amount_pence,
            issued_on: "2027-05-25",
            company: "Fern Robotics Ltd",
          });
        const relief = amara.getByRole("region", { name: "Tax relief" });
        const zip = { name: "SEIS3.zip", mimeType: "application/zip", buffer: await zipOf(files) };
        await act("Amara drops the tax certificates", amara, async () => {
          await relief.locator("input[type=file]").setInputFiles(zip);
          await expectToast(amara, "14 certificates matched");
        });
        await expect(relief).toContainText("14 of 14");
      });

      await test.step("every figure is right to the penny", async () => {
        const { rows: holdings } = await sql<{ shares: number; cost: number; fee: number }>`
          select h.shares::int as shares, h.cost_pence::int as cost, h.fee_pence::int as fee
            from holdings h join commitments c on c.id = h.commitment_id where h.deal_id = ${dealId} order by c.number`.execute(
          app.db,
        );
        expect(holdings.map(({ shares, cost, fee }) => [shares, cost, fee])).toEqual(
          members.map(([, , , , shares, cost, fee]) => [shares, cost, fee]),
        );
        const { rows } = await sql<object>`
          select (select coalesce(sum(amount_pence), 0)::int from ledger_entries where deal_id = ${dealId} and account = '1000') as account,
                 (select count(*)::int from ledger_transactions where deal_id = ${dealId}) as transactions,
                 (select count(*)::int from ledger_entries where deal_id = ${dealId}) as entries,
                 (select fee_pence::int from success_fee_invoices where deal_id = ${dealId}) as fee`.execute(app.db);
        expect(rows).toEqual([{ account: 0, transactions: 30, entries: 87, fee: 159_990 }]);
      });

      const { acts, screens, outside } = hands;
      const counts = {
        acts: acts.length,
        screens: screens.size,
        fields: hands.fields(),
        done: acts.map(({ name, writes }) => `${name}: ${writes.join(", ")}`),
        seen: [...screens],
      };
      for (const [type, description] of Object.entries(counts))
        test.info().annotations.push({ type, description: [description].flat().join("\n") });
      if (process.env.SHOW_COUNTS) console.log(JSON.stringify(counts, null, 2));
      expect(outside, "whatever is committed is counted").toEqual([]);
      expect(acts.length, "acts").toBeLessThanOrEqual(most.acts[by]);
      expect(screens.size, "screens").toBeLessThanOrEqual(most.screens);
      expect(hands.fields(), "typed fields").toBeLessThanOrEqual(most.fields);
      await Promise.all([amara, daniel].map((page) => page.context().close()));
    });
  });
}
