import { z } from "zod";
import { commitmentMessages as messages } from "#shared/commitments/commitment-messages.ts";
import { type CommitmentOffer, commitmentInputSchema } from "#shared/commitments/commitments.ts";
import { sharesFor } from "#shared/commitments/share-costs.ts";
import { amountLike, inThousands } from "../commitment-words.ts";
import { type CommitValues, commitFieldOf, toCommitmentInput } from "./commit-values.ts";

/** The rules of the API, for what the controls hold. */
export const commitFormSchema = (offer: CommitmentOffer) =>
  z.custom<CommitValues>().superRefine((values, context) => {
    const input = toCommitmentInput(values, offer);
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: commitFieldOf(path).split("."), message });
    const { error } = commitmentInputSchema.safeParse(input);
    for (const { path, message } of error?.issues ?? [])
      refuse(path.join("."), message === messages.wholePence ? amountLike(offer.minimum_pence) : message);
    const least = input.least_shares;
    if (error?.issues.some(({ path }) => path[0] === "amount_pence" || path[0] === "least_shares") || !least) return;
    const shares = sharesFor(offer.terms.price, input.amount_pence, offer.minimum_pence);
    if (least < offer.minimum_shares) refuse("least_shares", messages.leastTooSmall(inThousands(offer.minimum_shares)));
    if (least > shares) refuse("least_shares", messages.leastTooLarge(inThousands(shares)));
  });
