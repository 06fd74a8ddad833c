import { randomBytes } from "node:crypto";
import type { Transaction } from "kysely";
import { seatDays } from "#shared/portfolio/adviser-seats-messages.ts";
import type { DB } from "../platform/db/database.generated.ts";

const dayMs = 24 * 60 * 60_000;

/** An accountant who has read twice; nobody has the link, whose hash is of nothing. */
export async function insertAdviserSeat(tx: Transaction<DB>, user_id: string, now: Date): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const { id: seat_id } = await tx
    .insertInto("adviser_seats")
    .values({
      ...{ user_id, name: "Hale & Partners, accountants", email: "returns@hale-partners.example" },
      ...{ shows_reliefs: true, shows_papers: true, token_hash: randomBytes(32).toString("base64url") },
      ...{ granted_at: ago(20), expires_at: ago(20 - seatDays) },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("adviser_openings")
    .values([
      { seat_id, opened_at: ago(19), device: "Firefox on Windows", is_new_device: true },
      { seat_id, opened_at: ago(6), device: "Firefox on Windows", is_new_device: false },
    ])
    .execute();
}
