import { z } from "zod";
import { reliefRecordSchema } from "#shared/portfolio/portfolio.ts";
import type { ReliefKind } from "#shared/portfolio/portfolio-messages.ts";
import { pounds, typedAs } from "#web/lib/form-codecs.ts";

export const offerValue = (kind: ReliefKind, lotId: string): string => `${kind} ${lotId}`;

const fields = z.object({
  /** The kind and the lot, as `offerValue` writes them. */
  offer: z.string(),
  claimed_on: z.string(),
  pence: pounds,
  is_carried_back: z.boolean(),
});

export const reliefForm = typedAs(
  fields.transform(({ offer, is_carried_back, ...rest }) => {
    const [kind = "", lot_id = ""] = offer.split(" ");
    return { ...rest, lot_id, kind, is_carried_back: kind === "income" && is_carried_back };
  }),
  reliefRecordSchema,
  { pence: "Please enter an amount such as £4,264.98", claimed_on: "Please enter the day" },
);
