import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildMember } from "#server/sample/builders.ts";
import { createTestDatabase } from "#tests/support/test-database.ts";

const run = promisify(execFile);
const capacity = 40;
const people = 60;
const steps = 1_000;

it("Of 60 people who come, leave and wait at random, at most 40 have places, each is told, and nobody is passed over", async () => {
  const database = await createTestDatabase();
  const { db, address } = database;
  const ids: string[] = [];
  for (let n = 0; n < people; n++) ids.push((await buildMember(db)).id);
  const from = new Date();
  const date = new Date(from.getTime() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const { id } = await buildEvent(db, { date, capacity, guests: 1, offer_hours: 1 });
  // What was true at each offer, and the most that was ever taken.
  await sql`create table offers_made (turn integer, first_waiting integer)`.execute(db);
  await sql`create table most_taken (taken integer)`.execute(db);
  await sql`create function note_offer() returns trigger language plpgsql security definer as $$ begin
    insert into public.offers_made select old.turn, (select min(turn) from public.event_answers where event_id = new.event_id and turn is not null);
    return null; end $$`.execute(db);
  await sql`create function note_taken() returns trigger language plpgsql security definer as $$ begin
    insert into public.most_taken values (new.taken); return null; end $$`.execute(db);
  await sql`create trigger note_offer after update on event_answers for each row
    when (old.state = 'waiting' and new.state = 'offered') execute function note_offer()`.execute(db);
  await sql`create trigger note_taken after update of taken on event_places for each row execute function note_taken()`.execute(
    db,
  );

  const answerers = (seed: number) => {
    const task = JSON.stringify({ address, eventId: id, people: ids, seed, steps, from: from.toISOString() });
    return run(process.execPath, ["--import", "tsx", "tests/support/answer-at-random.ts", task], {
      cwd: process.cwd(),
    });
  };
  const reports = (await Promise.all([answerers(7), answerers(11)])).map(({ stdout }) => JSON.parse(stdout));

  for (const { wrong, outcomes } of reports) {
    expect(wrong).toEqual([]);
    // Each kind of answer was met.
    expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(["going", "not_going", "waiting", "event_full"]));
  }
  const { rows } = await sql<{ offers: number; passed_over: number; most: number; taken: number; counted: number }>`
    select (select count(*) from offers_made) as offers,
           (select count(*) from offers_made where turn > first_waiting) as passed_over,
           (select max(taken) from most_taken) as most, p.taken,
           (select sum(seats) from event_answers a where a.event_id = p.event_id and state in ('going', 'offered')) as counted
      from event_places p where p.event_id = ${id}`.execute(db);
  const [truth] = rows;
  expect(truth).toMatchObject({ passed_over: 0, most: capacity, counted: truth?.taken });
  expect(truth?.offers).toBeGreaterThan(20);
  await database.close();
}, 120_000);
