import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import type { AdviserSeat, adviserSeatInputSchema } from "#shared/portfolio/adviser-seats.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { adviserSeatPolicy } from "../policy.ts";

const mostListed = 50;
const mostOpenings = 10;

/** The reader's own, the newest first. */
export async function listSeats(db: Kysely<DB>, actor: PolicyActor, now: Date): Promise<AdviserSeat[]> {
  const rows = await seatsOf(db).limit(mostListed).execute();
  return rows.map((row) => toSeat(row, actor, now));
}

export async function getSeat(tx: Transaction<DB>, actor: PolicyActor, id: string, now: Date): Promise<AdviserSeat> {
  const row = await seatsOf(tx).where("s.id", "=", id).executeTakeFirst();
  if (!row) throw notFound("access");
  return toSeat(row, actor, now);
}

const seatsOf = (db: Kysely<DB>) =>
  db
    .selectFrom("adviser_seats as s")
    .select(["s.id", "s.user_id", "s.name", "s.email", "s.shows_reliefs", "s.shows_papers", "s.created_at"])
    .select(["s.expires_at", "s.ended_at", "s.ended_because"])
    .select(({ selectFrom }) => [
      selectFrom("adviser_openings as o")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("o.seat_id", "=", "s.id")
        .as("openings_count"),
      sql<AdviserSeat["openings"]>`coalesce((
        select jsonb_agg(jsonb_build_object('opened_at', o.opened_at, 'device', o.device, 'is_new_device', o.is_new_device)
                         order by o.opened_at desc, o.id desc)
          from (select * from adviser_openings o where o.seat_id = s.id
                 order by o.opened_at desc, o.id desc limit ${mostOpenings}) o), '[]')`.as("openings"),
    ])
    .orderBy("s.id", "desc");

type Row = Awaited<ReturnType<ReturnType<typeof seatsOf>["execute"]>>[number];

function toSeat(row: Row, actor: PolicyActor, now: Date): AdviserSeat {
  const { user_id, ended_because, expires_at, ended_at, created_at, openings, ...seat } = row;
  const state = ended_because ?? (expires_at <= now ? "expired" : "live");
  return {
    ...seat,
    openings_count: seat.openings_count ?? 0,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
    openings: openings.map((opening) => ({ ...opening, opened_at: new Date(opening.opened_at).toISOString() })),
    state,
    can: adviserSeatPolicy(actor, { user_id, state }),
  };
}

export const grantSeat = (
  tx: Transaction<DB>,
  { name, email, shows_reliefs, shows_papers }: z.output<typeof adviserSeatInputSchema>,
  tokenHash: string,
) =>
  runCommand<string>(
    tx,
    sql`grant_adviser_seat(${name}, ${email}, ${shows_reliefs}, ${shows_papers}, ${tokenHash})`,
    "person",
  );

/** @throws HttpError 404 for no such seat of the reader. */
export const renewSeat = (tx: Transaction<DB>, id: string, tokenHash: string) =>
  runCommand(tx, sql`renew_adviser_seat(${id}, ${tokenHash})`, "access");

/** @returns whether the reader had such a seat that was live. */
export async function endSeat(tx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql<{ outcome: "ended" | null }>`select end_adviser_seat(${id}) as outcome`.execute(tx);
  return rows[0]?.outcome === "ended";
}
