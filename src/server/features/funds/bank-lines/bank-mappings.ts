import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import type { BankMapping, bankMappingInputSchema } from "#shared/funds.ts";
import { fundsMessages } from "#shared/funds-messages.ts";
import { plainTitle } from "#shared/tables/titles.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, refusedField } from "../../../platform/http/http-error.ts";

/** Banks change case and spaces of their header; blank columns at its end say nothing. */
export function headerHash(header: readonly string[]): string {
  const titles = header.map((title) => {
    const text = title.replaceAll(/[\p{C}\s]+/gu, " ").replace(/^\s*'/, "");
    return text.trim().toLowerCase();
  });
  const filled = titles.slice(0, titles.findLastIndex((title) => title !== "") + 1);
  return createHash("sha256").update(JSON.stringify(filled)).digest("hex");
}

/** Mappings of before have no currency, state and fee. */
export const bankMapping = sql<BankMapping>`'{"currency": null, "state": null, "fee": null}'::jsonb || mapping`;

const mappings = (db: Kysely<DB>) =>
  db.selectFrom("bank_mappings").select(["id", "name", "created_at", bankMapping.as("mapping")]);

export const listMappings = (db: Kysely<DB>) => mappings(db).orderBy("name").execute();

/** @throws HttpError */
export const saveMapping = (
  { dependencies, actor }: Caller,
  { name, header, mapping }: z.output<typeof bankMappingInputSchema>,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    for (const [field, title] of Object.entries(mapping)) {
      if (field === "date_order" || title === null) continue;
      if (!header.some((column) => plainTitle(column) === plainTitle(title)))
        throw refusedField(`mapping.${field}`, fundsMessages.noSuchColumn);
    }
    const saved = await tx
      .insertInto("bank_mappings")
      .values({ name, header_sha256: headerHash(header), mapping: JSON.stringify(mapping), created_by: actor.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!saved) throw new HttpError(409, "23505", fundsMessages.mappingKnown);
    effects.audit("bank_columns_saved", actor.userId, { name });
    return mappings(tx).where("id", "=", saved.id).executeTakeFirstOrThrow();
  });
