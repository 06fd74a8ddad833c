import { sql } from "kysely";
import type { AdviserView } from "#shared/portfolio/adviser-seats.ts";
import { adviserSeatMessages as messages } from "#shared/portfolio/adviser-seats-messages.ts";
import { deviceName } from "../../../auth/account/device-name.ts";
import type { Caller } from "../../../context.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { type HeldRows, type OwnPortfolio, toPortfolio } from "../portfolio-queries.ts";
import type { OwnLedgerEntry } from "./own-ledger-csv.ts";
import { hashOfToken } from "./seat-token.ts";

export interface AdviserRequest {
  token: string;
  /** Whose wrong links are counted. */
  address: string;
  userAgent: string | undefined;
}

interface Shown extends HeldRows {
  seat: AdviserView["seat"] & { id: string; user_id: string; new_device_opening_id: string | null };
  papers: AdviserView["papers"];
  ledger: OwnLedgerEntry[];
}

export interface AdviserReading extends Pick<Shown, "seat" | "papers" | "ledger"> {
  own: OwnPortfolio;
}

export const linkInvalid = () => new HttpError(400, "invalid_token", messages.linkInvalid);

/**
 * What the link shows to anybody who follows it; recorded in the same statement. The member is told of a device that is new.
 * @throws HttpError 400 invalid_token, the same for every link that opens nothing.
 */
export async function readAsAdviser(
  { dependencies, actor }: Caller,
  { token, address, userAgent }: AdviserRequest,
): Promise<AdviserReading> {
  const { limits, asActor, readClub } = dependencies;
  await limits.adviserReadsPerAddress.take(address);
  await limits.wrongAdviserLinksPerAddress.assertOpen(address);
  const shown = await asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ shown: Shown | null }>`
      select read_as_adviser(${hashOfToken(token)}, ${deviceName(userAgent ?? null)}) as shown`.execute(tx);
    const seat = rows[0]?.shown?.seat;
    if (seat?.new_device_opening_id) {
      effects.audit("adviser_seat_opened", seat.user_id, {}, null);
      effects.notify(seat.user_id, "adviser_seat_opened", seat.id);
      effects.mail("adviser-seat-opened", {
        ...{ user_id: seat.user_id, seat_id: seat.id, opening_id: seat.new_device_opening_id },
      });
    }
    return rows[0]?.shown ?? null;
  });
  if (!shown) {
    await limits.wrongAdviserLinksPerAddress.take(address);
    throw linkInvalid();
  }
  const { seat, papers, ledger, ...rows } = shown;
  return { seat, papers, ledger, own: toPortfolio(rows, (await readClub()).price_ages) };
}
