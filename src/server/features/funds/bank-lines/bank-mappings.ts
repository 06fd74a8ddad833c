import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { z } from "zod";
import { bankFormatLabels } from "#shared/funds/bank-files-messages.ts";
import type { BankMapping, bankMappingInputSchema } from "#shared/funds/funds.ts";
import { fundsMessages } from "#shared/funds/funds-messages.ts";
import { plainTitle } from "#shared/tables/titles.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound, refusedField } from "../../../platform/http/http-error.ts";

/** Banks change case and spaces of their header; blank columns at its end say nothing. */
export function headerHash(header: readonly string[]): string {
  const titles = header.map((title) => {
    const text = title.replaceAll(/[\p{C}\s]+/gu, " ").replace(/^\s*'/, "");
    return text.trim().toLowerCase();
  });
  const filled = titles.slice(0, titles.findLastIndex((title) => title !== "") + 1);
  return createHash("sha256").update(JSON.stringify(filled)).digest("hex");
}

/** Earlier mappings lack these. */
export const bankMapping = sql<BankMapping>`'{"currency": null, "state": null, "fee": null, "direction": null}'::jsonb || mapping`;

const mappings = (db: Kysely<DB>) =>
  db.selectFrom("bank_mappings").select(["id", "name", "created_at", bankMapping.as("mapping")]);

export const listMappings = (db: Kysely<DB>) => mappings(db).orderBy("name").execute();

type Input = z.output<typeof bankMappingInputSchema>;

/** @throws HttpError */
export const saveMapping = ({ dependencies, actor }: Caller, input: Input) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const { name, header, mapping } = assertColumns(input);
    const saved = await tx
      .insertInto("bank_mappings")
      .values({ name, header_sha256: headerHash(header), mapping: JSON.stringify(mapping), created_by: actor.userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!saved) throw new HttpError("23505", fundsMessages.mappingKnown);
    effects.audit("bank_columns_saved", actor.userId, { name });
    return mappings(tx).where("id", "=", saved.id).executeTakeFirstOrThrow();
  });

/** Of the same header, for the files that follow; what was imported stays as it is. @throws HttpError */
export const correctMapping = ({ dependencies, actor }: Caller, id: string, input: Input) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const known = await tx.selectFrom("bank_mappings").select("id").where("id", "=", id).executeTakeFirst();
    if (!known) throw notFound("mapping");
    const { name, header, mapping } = assertColumns(input);
    const saved = await tx
      .updateTable("bank_mappings")
      .set({ name, mapping: JSON.stringify(mapping) })
      .where("id", "=", id)
      .where("header_sha256", "=", headerHash(header))
      .returning("id")
      .executeTakeFirst();
    if (!saved) throw notFound("mapping");
    effects.audit("bank_columns_saved", actor.userId, { name });
    return mappings(tx).where("id", "=", saved.id).executeTakeFirstOrThrow();
  });

function assertColumns(input: Input): Input {
  // A file of these is trusted with less.
  if (input.name in bankFormatLabels) throw refusedField("name", fundsMessages.nameOfBank);
  for (const [field, title] of Object.entries(input.mapping)) {
    if (field === "date_order" || title === null) continue;
    if (!input.header.some((column) => plainTitle(column) === plainTitle(title)))
      throw refusedField(`mapping.${field}`, fundsMessages.noSuchColumn);
  }
  return input;
}
