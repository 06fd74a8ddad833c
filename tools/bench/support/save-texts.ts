import type { ContentItem } from "#shared/content/content.ts";
import { call } from "#tests/ops/support/visitor.ts";

const perSecond = 20;
const checkMilliseconds = 10;

export interface Club {
  url: string;
  /** The cookie is that of an admin. */
  cookie: string;
  items: ContentItem[];
}

/** Publishing: each text that was saved, so that every page is rendered again. */
export type Order = { club: Club } | { times: number } | { isPublishing: boolean } | "stop";

/** An admin in a process of their own: in the visitors' process each save would hold back their calls. */
let club: Club;
let stop = () => {};
process.on("message", async (order: Order) => {
  if (order === "stop") return stop();
  if ("club" in order) {
    club = order.club;
    return process.send?.(0);
  }
  if ("isPublishing" in order) return process.send?.(await saveUntilStopped(order.isPublishing));
  for (let count = 0; count < order.times; count++) await saveNext(false, count);
  process.send?.(order.times);
});

/** Twenty times a second. @returns how many. */
async function saveUntilStopped(isPublishing: boolean): Promise<number> {
  const began = performance.now();
  const pending: Promise<void>[] = [];
  const timer = setInterval(() => {
    // Late saves are made up for.
    const due = ((performance.now() - began) / 1000) * perSecond;
    while (pending.length < due) pending.push(saveNext(isPublishing, pending.length));
  }, checkMilliseconds);
  await new Promise<void>((resolve) => {
    stop = resolve;
  });
  clearInterval(timer);
  await Promise.all(pending);
  return pending.length;
}

/** Waits for its turn: two saves of one text at once would be a conflict. */
const turns = new Map<string, Promise<unknown>>();

async function saveNext(isPublishing: boolean, count: number): Promise<void> {
  const { url, cookie, items } = club;
  const index = count % items.length;
  const { id } = items[index] as ContentItem;
  const send = async (method: string, path: string, body: object) => {
    const answer = await call(url, `${method} /api/content/${id}${path}`, body, cookie);
    if (answer.status !== 200) throw new Error(`A save was answered ${answer.status}: ${answer.body.detail}`);
    items[index] = answer.body;
  };
  const save = async () => {
    const { revision: expected_revision, draft } = items[index] as ContentItem;
    await send("PUT", "", { expected_revision, content: { ...draft, author: `Author ${expected_revision}` } });
    if (isPublishing) await send("POST", "/publish", { expected_revision: expected_revision + 1 });
  };
  const turn = (turns.get(id) ?? Promise.resolve()).then(save);
  turns.set(id, turn);
  await turn;
}
