import type { ContentItem } from "#shared/content/content.ts";
import { paths } from "#shared/paths.ts";
import { call as callApi, signInAsAdmin } from "#tests/ops/support/visitor.ts";
import { connectionsPerProcess, type Measured, type Pace, sendLoad } from "../../load/send-load.ts";
import type { BenchPart, Figure } from "../support/figure.ts";
import { Samples } from "../support/samples.ts";
import { withBareServer } from "../support/with-bare-server.ts";
import { type Club, withClub } from "../support/with-club.ts";
import { withSaver } from "../support/with-saver.ts";

const headers = { accept: "text/html", "accept-encoding": "gzip, deflate, br" };
const documents = {
  home: { path: paths.home, headers },
  article: { path: paths.article("eis-seis-tax-schemes"), headers },
};
const rounds = 4;
const pace = { seconds: 2 };
/** Far more than a club has, and far less than fills the machine: what a visitor waits then. */
const steadyPace = { seconds: 3, perSecond: 100 };
/** By count: where other load takes the cores, seconds do not compile the code. A save costs half after a thousand. */
const warmUp = { answers: 300 * connectionsPerProcess, saves: 1000 };

export const content: BenchPart = {
  title: "Pages while content is saved",
  measure: () =>
    withClub({ members: 1000, submissions: 10, invitations: 100 }, (club) =>
      withBareServer({ clubUrl: club.url, calls: Object.values(documents) }, async (bare) => {
        const cookie = await signInAsAdmin(club.url);
        const samples = new Samples();
        let slowest = Number.POSITIVE_INFINITY;
        for (const call of Object.values(documents)) {
          for (const server of [bare, club]) await sendLoad(server, { calls: [call], status: 200 }, warmUp);
        }
        const items = await articlesOf(club, cookie);
        return withSaver({ url: club.url, cookie, items }, async (saver) => {
          await saver.saveTimes(warmUp.saves);
          for (let round = 0; round < rounds; round++) {
            for (const [name, call] of Object.entries(documents)) {
              const load = { calls: [call], status: 200 };
              const add = (how: string, measured: Measured) => samples.add(`${name}${how}`, measured);
              const addSaved = async (how: string, isPublishing: boolean, pace: Pace) => {
                const { result, savesPerSecond } = await saver.savingWhile(isPublishing, () =>
                  sendLoad(club, load, pace),
                );
                add(how, result);
                slowest = Math.min(slowest, savesPerSecond);
              };
              add(", bare server", await sendLoad(bare, load, pace));
              // What is compared is measured one right after the other, each as often first as the other.
              const compared = [
                async () => add("", await sendLoad(club, load, pace)),
                () => addSaved(", saves", false, pace),
              ];
              for (const measure of round % 2 === 0 ? compared : compared.toReversed()) await measure();
              await addSaved(", publications", true, pace);
              add(", steady", await sendLoad(club, load, steadyPace));
              await addSaved(", steady, saves", false, steadyPace);
            }
          }
          const least: Figure = { name: "saves, at least", value: slowest, unit: "/s", goal: { atLeast: 19 } };
          return [...figuresOf(samples), least];
        });
      }),
    ),
};

async function articlesOf({ url }: Club, cookie: string): Promise<ContentItem[]> {
  const read = async (path: string) => (await callApi(url, `GET /api/content${path}`, undefined, cookie)).body;
  const { items }: { items: ContentItem[] } = await read("?kind=article");
  return Promise.all(items.map(({ id }) => read(`/${id}`)));
}

const perSecond = (measured: Measured) => measured.perSecond;
const p50 = (measured: Measured) => measured.p50;
const nodeTime = (measured: Measured) => measured.cpu.node;

function figuresOf(samples: Samples): Figure[] {
  const figure = (name: string, value: number, goal?: Figure["goal"]): Figure => ({
    name,
    value,
    unit: "×",
    ...(goal && { goal }),
  });
  const ratio = (one: string, other: string) => samples.ratio(one, other, perSecond);
  return [
    ...Object.keys(documents).flatMap((name) => [
      figure(`${name}, 20 saves a second ÷ none`, ratio(`${name}, saves`, name), { atLeast: 0.8 }),
      // CPU time leaves out what other load and the saver take of the cores.
      figure(`${name}, the same by CPU time of Node`, samples.ratio(name, `${name}, saves`, nodeTime)),
      figure(`${name}, 20 saves a second ÷ bare server`, ratio(`${name}, saves`, `${name}, bare server`), {
        atLeast: 0.25,
      }),
      figure(`${name}, 20 publications a second ÷ none`, ratio(`${name}, publications`, name)),
      figure(
        `${name}, wait at 100 reads a second, 20 saves ÷ none`,
        samples.ratio(`${name}, steady, saves`, `${name}, steady`, p50),
        { atMost: 1.5 },
      ),
    ]),
    ...samples.names().map((name): Figure => ({ name, value: samples.median(name, perSecond), unit: "/s" })),
    { name: "answers that failed", value: samples.failures(), unit: "", goal: { atMost: 0 } },
  ];
}
