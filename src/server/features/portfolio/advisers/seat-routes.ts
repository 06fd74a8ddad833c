import type { z } from "@hono/zod-openapi";
import { type Kysely, sql, type Transaction } from "kysely";
import {
  type AdviserSeat,
  adviserSeatInputSchema,
  adviserSeatListSchema,
  adviserSeatSchema,
  type GrantedSeat,
  grantedSeatSchema,
} from "#shared/portfolio/adviser-seats.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { PolicyActor } from "../../../platform/http/policy.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand, withPresentRecord } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { adviserSeatPolicy } from "../policy.ts";
import { adviserLink, hashOfToken, newToken } from "./seat-token.ts";

const route = routesOf("Portfolio");

const list = route("get", "/portfolio/me/adviser-seats", {
  name: "listAdviserSeats",
  summary: "Advisers whom one lets read what one holds, and when they did",
  audience: "person",
  answer: adviserSeatListSchema,
});

const grant = route("post", "/portfolio/me/adviser-seats", {
  name: "addAdviserSeat",
  summary: "Let an adviser read what one holds, by a link that is told once",
  audience: "person",
  body: adviserSeatInputSchema,
  status: 201,
  answer: grantedSeatSchema,
  refuses: ["not_found"],
});

const renew = route("post", "/portfolio/me/adviser-seats/{id}/renew", {
  name: "renewAdviserSeat",
  summary: "Replace the link of an adviser, for another 90 days",
  audience: "person",
  params: idParameter,
  answer: grantedSeatSchema,
  refuses: ["revision_conflict"],
});

const end = route("post", "/portfolio/me/adviser-seats/{id}/end", {
  name: "endAdviserSeat",
  summary: "End an adviser's access at once",
  audience: "person",
  params: idParameter,
  answer: adviserSeatSchema,
});

export const adviserSeatRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const items = await listSeats(dependencies.readAs(actor), actor, dependencies.now());
    return c.json({ items, next_cursor: null }, 200);
  })
  .openapi(grant, async (c) => c.json(await grantOne(c.var, c.req.valid("json")), 201))
  .openapi(renew, async (c) => c.json(await renewOne(c.var, c.req.valid("param").id), 200))
  .openapi(end, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const seat = await dependencies.asActor(actor, async (tx, effects) => {
      if ((await endSeat(tx, id)) && actor.userId) {
        effects.audit("adviser_seat_ended", actor.userId);
        effects.notify(actor.userId, "adviser_seat_ended", id);
        effects.mail("adviser-seat-ended", { user_id: actor.userId, seat_id: id });
      }
      return getSeat(tx, actor, id, dependencies.now());
    });
    return c.json(seat, 200);
  });

const mostListed = 50;
const mostOpenings = 10;

/** The reader's own, the newest first. */
async function listSeats(db: Kysely<DB>, actor: PolicyActor, now: Date): Promise<AdviserSeat[]> {
  const rows = await seatsOf(db).limit(mostListed).execute();
  return rows.map((row) => toSeat(row, actor, now));
}

async function getSeat(tx: Transaction<DB>, actor: PolicyActor, id: string, now: Date): Promise<AdviserSeat> {
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

const grantSeat = (
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
const renewSeat = (tx: Transaction<DB>, id: string, tokenHash: string) =>
  runCommand(tx, sql`renew_adviser_seat(${id}, ${tokenHash})`, "access");

/** @returns whether the reader had such a seat that was live. */
async function endSeat(tx: Transaction<DB>, id: string): Promise<boolean> {
  const { rows } = await sql<{ outcome: "ended" | null }>`select end_adviser_seat(${id}) as outcome`.execute(tx);
  return rows[0]?.outcome === "ended";
}

const grantOne = (caller: Caller, input: z.output<typeof adviserSeatInputSchema>): Promise<GrantedSeat> =>
  withLink(caller, (tx, tokenHash) => grantSeat(tx, input, tokenHash));

const renewOne = (caller: Caller, id: string): Promise<GrantedSeat> => {
  const { dependencies, actor } = caller;
  return withPresentRecord(
    () =>
      withLink(caller, async (tx, tokenHash) => {
        await renewSeat(tx, id, tokenHash);
        return id;
      }),
    () => dependencies.asActor(actor, (tx) => getSeat(tx, actor, id, dependencies.now())),
  );
};

type Transact = Parameters<Parameters<Caller["dependencies"]["asActor"]>[1]>[0];

/** Tells the member too: a link that somebody else made in their name is noticed. */
const withLink = (
  { dependencies, actor }: Caller,
  work: (tx: Transact, tokenHash: string) => Promise<string>,
): Promise<GrantedSeat> =>
  dependencies.asActor(actor, async (tx, effects) => {
    const token = newToken();
    const id = await work(tx, hashOfToken(token));
    if (actor.userId) {
      effects.audit("adviser_seat_granted", actor.userId);
      effects.notify(actor.userId, "adviser_seat_granted", id);
      effects.mail("adviser-seat-granted", { user_id: actor.userId, seat_id: id });
    }
    return {
      seat: await getSeat(tx, actor, id, dependencies.now()),
      link: adviserLink(dependencies.appUrl, token),
    };
  });
