import { setTimeout } from "node:timers/promises";
import { call, signInAsAdmin } from "#tests/ops/support/visitor.ts";
import { pdfOf } from "#tests/support/room-files.ts";
import type { BenchPart } from "../support/figure.ts";
import { withClub } from "../support/with-club.ts";

const deckPages = 50;
const readings = 15;

/** How long a reader waits for the first page of a deck, from opening it to the last byte. */
export const room: BenchPart = {
  title: "Documents of a deal",
  measure: () =>
    withClub({ members: 1000, submissions: 10, invitations: 100 }, async ({ url }) => {
      const cookie = await signInAsAdmin(url);
      const { body: preparing } = await call(url, "GET /api/deals?state=preparing", undefined, cookie);
      const dealPath = `/api/deals/${preparing.items[0].id}`;
      const began = performance.now();
      const documentPath = `${dealPath}/documents/${await upload(url + dealPath, cookie)}`;
      while ((await call(url, `POST ${documentPath}/openings`, undefined, cookie)).status !== 201)
        await setTimeout(500);
      const drawn = performance.now() - began;
      const waits: number[] = [];
      for (let reading = 0; reading < readings; reading++) {
        const start = performance.now();
        const { body } = await call(url, `POST ${documentPath}/openings`, undefined, cookie);
        await call(url, `GET ${documentPath}/pages/1?opening=${body.opening_id}`, undefined, cookie);
        waits.push(performance.now() - start);
      }
      const median = waits.toSorted((one, other) => one - other)[Math.floor(readings / 2)] ?? Number.NaN;
      return [
        { name: `first page of ${deckPages}, from opening`, value: median, unit: "ms", goal: { atMost: 500 } },
        { name: `${deckPages} pages drawn, the job's wait included`, value: drawn / 1000, unit: "s" },
      ];
    }),
};

async function upload(dealUrl: string, cookie: string): Promise<string> {
  const response = await fetch(`${dealUrl}/documents?title=Deck&file_name=deck.pdf`, {
    method: "POST",
    headers: { origin: new URL(dealUrl).origin, cookie, "content-type": "application/pdf" },
    body: new Uint8Array(await pdfOf(deckPages)),
  });
  if (response.status !== 201) throw new Error(`The deck was answered with ${response.status}.`);
  return (await response.json()).id;
}
