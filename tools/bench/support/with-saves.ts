import type { ContentItem } from "#shared/content.ts";
import { call } from "#tests/ops/support/visitor.ts";

const perSecond = 20;
const checkMilliseconds = 10;

interface Saving {
  url: string;
  /** Of an admin. */
  cookie: string;
  /** In turns, so that none waits for the save before. */
  items: ContentItem[];
  /** Publishes what it has saved, so that every page is rendered again. */
  isPublishing: boolean;
}

/** Saves texts twenty times a second while the work takes. @throws when a save fails. */
export async function withSaves<Result>(saving: Saving, work: () => Promise<Result>) {
  const began = performance.now();
  const pending: Promise<void>[] = [];
  const timer = setInterval(() => {
    // What is late is made up for.
    const due = ((performance.now() - began) / 1000) * perSecond;
    while (pending.length < due) {
      const save = saveNext(saving, pending.length);
      // Thrown at the end.
      save.catch(() => {});
      pending.push(save);
    }
  }, checkMilliseconds);
  try {
    const result = await work();
    const seconds = (performance.now() - began) / 1000;
    clearInterval(timer);
    await Promise.all(pending);
    return { result, savesPerSecond: pending.length / seconds };
  } finally {
    clearInterval(timer);
  }
}

/** Waits for its turn: two saves of one text at once would be a conflict. */
const turns = new Map<string, Promise<unknown>>();

async function saveNext({ url, cookie, items, isPublishing }: Saving, count: number): Promise<void> {
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
