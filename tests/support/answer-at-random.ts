import { createAsActor } from "#server/create-context.ts";
import { answerEvent } from "#server/features/events/queries.ts";
import { connectDatabase } from "#server/platform/db/connect.ts";
import type { DatabaseAddress } from "#server/platform/db/database-address.ts";
import { raisedRefusal } from "#server/platform/db/errors.ts";
import { noQueue } from "./no-queue.ts";

/** A process in which people come, leave and change their minds at random. Prints what was told wrongly, and how often it answered. */
interface Task {
  address: DatabaseAddress;
  eventId: string;
  people: string[];
  seed: number;
  steps: number;
  from: string;
}

const task = JSON.parse(process.argv[2] ?? "{}") as Task;
const { db, close } = connectDatabase(task.address, 4);
const asActor = createAsActor(db, noQueue);
const random = seeded(task.seed);
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
const wrong: string[] = [];
const outcomes: Record<string, number> = {};
const secondsPerStep = 30;

await Promise.all([0, 1, 2, 3].map((lane) => walk(lane)));
console.log(JSON.stringify({ wrong, outcomes }));
await close();

async function walk(lane: number): Promise<void> {
  for (let step = lane; step < task.steps; step += 4) {
    const userId = pick(task.people);
    const going = random() < 0.65;
    const guest_name = random() < 0.25 ? "Ada Wren" : null;
    const at = new Date(Date.parse(task.from) + step * secondsPerStep * 1000);
    const count = (outcome: string) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    const answered = asActor({ userId, at }, async (tx) => {
      const outcome = await answerEvent(tx, task.eventId, { going, guest_name, waits: random() < 0.8 });
      count(outcome);
      const own = await tx
        .selectFrom("shown_events")
        .select(["answer", "turn", "taken", "capacity", "waiting"])
        .where("id", "=", task.eventId)
        .executeTakeFirstOrThrow();
      if (own.taken > (own.capacity ?? 0)) wrong.push(`${own.taken} places taken`);
      if (["going", "not_going"].includes(outcome) && own.answer !== outcome)
        wrong.push(`${outcome}, is ${own.answer}`);
      if (outcome === "waiting" && !["waiting", "offered"].includes(own.answer ?? ""))
        wrong.push(`waits, is ${own.answer}`);
      if (own.answer === "waiting" && !(own.turn && own.turn <= own.waiting)) wrong.push(`place ${own.turn} in line`);
    });
    await answered.catch((error) => {
      const refused = raisedRefusal(error);
      if (!refused) throw error;
      count(refused.reason);
    });
  }
}

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
