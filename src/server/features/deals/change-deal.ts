import type { z } from "zod";
import { dealMessages as messages } from "#shared/deal-messages.ts";
import type { dealInputSchema } from "#shared/deals.ts";
import type { Caller } from "../../context.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { findCompany } from "./company-queries.ts";
import { changeDeal } from "./deal-record.ts";

/** @throws HttpError 422 for an unknown company. */
export const addDeal = (caller: Caller, input: z.output<typeof dealInputSchema>) =>
  changeDeal(caller, async ({ tx, effects }) => {
    if (!(await findCompany(tx, input.company_id))) throw refusedField("company_id", messages.unknownCompany);
    const { id } = await tx.insertInto("deals").values(input).returning("id").executeTakeFirstOrThrow();
    effects.audit("deal_added", id);
    return id;
  });

const refusedField = (path: string, message: string) =>
  new HttpError(422, "invalid_body", message, { errors: [{ path, message }] });
