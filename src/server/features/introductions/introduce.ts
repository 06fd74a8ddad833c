import { sql, type Transaction } from "kysely";
import type { IntroductionInput } from "#shared/introductions/introductions.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { withCan } from "../../platform/http/policy.ts";
import { introductionPolicy } from "./policy.ts";
import { getOwn } from "./queries.ts";

/** @throws HttpError 409 where one cannot ask, 404 for a profile that the directory does not show. */
export function ask({ dependencies, actor }: Caller, { profile_id, message }: IntroductionInput) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ introduction_id: string; asked_id: string | null }>`
      select introduction_id, asked_id from ask_for_introduction(${profile_id}, ${message})`.execute(tx);
    const [row] = rows;
    if (!row) throw notFound("profile");
    // Whoever was blocked is not told so, and nobody is told of their request.
    if (row.asked_id) {
      effects.notify(row.asked_id, "introduction_asked", row.introduction_id);
      effects.mail("introduction-asked", { introduction_id: row.introduction_id });
    }
    return readOne(tx, actor, row.introduction_id);
  });
}

/** The asked one accepts or declines, the asker withdraws; the other is told, but not of what was withdrawn. */
export function answer({ dependencies, actor }: Caller, id: string, to: "accepted" | "declined" | "withdrawn") {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await transition(tx, { table: "introductions", id, from: ["open"], to }, "introduction");
    if (outcome === "changed" && to !== "withdrawn") {
      const { asker_id } = await tx
        .selectFrom("introductions")
        .select("asker_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      effects.notify(asker_id, `introduction_${to}`, id);
      effects.mail("introduction-answered", { introduction_id: id, to: "asker" });
      if (to === "accepted") effects.mail("introduction-answered", { introduction_id: id, to: "asked" });
    }
    return readOne(tx, actor, id);
  });
}

/** The person who asked is not told. */
export function block({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx) => {
    const { rows } = await sql<{ is_blocked: boolean }>`select block_asker(${id}) as is_blocked`.execute(tx);
    if (!rows[0]?.is_blocked) throw notFound("introduction");
    return readOne(tx, actor, id);
  });
}

export function unblock({ dependencies, actor }: Caller, id: string): Promise<boolean> {
  return dependencies.asActor(actor, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("introduction_blocks").where("id", "=", id).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** Once; a second report of the same message changes nothing. */
export function report({ dependencies, actor }: Caller, id: string, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { is_asker, is_reported } = await getOwn(tx, id);
    if (is_asker) throw notFound("introduction");
    if (!is_reported) {
      await tx
        .insertInto("introduction_reports")
        .values({ introduction_id: id, reason })
        .onConflict((conflict) => conflict.column("introduction_id").doNothing())
        .execute();
      const asker = tx.selectFrom("introductions").select("asker_id").where("id", "=", id);
      effects.audit("introduction_reported", (await asker.executeTakeFirstOrThrow()).asker_id);
    }
    return readOne(tx, actor, id);
  });
}

const readOne = async (tx: Transaction<DB>, actor: Caller["actor"], id: string) =>
  withCan(introductionPolicy, actor, await getOwn(tx, id));
