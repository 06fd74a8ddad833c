import type { z } from "@hono/zod-openapi";
import {
  adviserSeatInputSchema,
  adviserSeatListSchema,
  adviserSeatSchema,
  type GrantedSeat,
  grantedSeatSchema,
} from "#shared/portfolio/adviser-seats.ts";
import type { Caller } from "../../../context.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { withPresentRecord } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { endSeat, getSeat, grantSeat, listSeats, renewSeat } from "./seat-queries.ts";
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
  summary: "Let an adviser read what one holds, by a link that ends after 90 days and is told this once",
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
