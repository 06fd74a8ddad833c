import { z } from "zod";
import { type Relief, reliefMatchSchema, reliefStepInputSchema } from "#shared/funds/funds-relief.ts";
import { type RecordedReliefStep, reliefMessages } from "#shared/funds/funds-relief-messages.ts";
import { rulesOf } from "#web/lib/form-rules.ts";
import { type ReliefMatchValues, reliefFieldOf, type StepValues, toReliefMatch, toStepInput } from "./relief-values.ts";

export const stepRules = (step: RecordedReliefStep) =>
  rulesOf<StepValues>(reliefStepInputSchema, (values) => toStepInput(step, values));

const messages: Record<string, string> = {
  commitment_id: "Please choose a member",
  amount: reliefMessages.amountUnread,
  issued_on: reliefMessages.issuedOnUnread,
};

/** The rules of the API, in the words of what has to be typed from the certificate. */
export const reliefMatchRules = (certificate: Pick<Relief["certificates"][number], "found">) =>
  z.custom<ReliefMatchValues>().superRefine((values, context) => {
    const { error } = reliefMatchSchema.safeParse(toReliefMatch(certificate, values));
    for (const { path } of error?.issues ?? []) {
      const field = reliefFieldOf(certificate)(path.join("."));
      context.addIssue({ code: "custom", path: [field], message: messages[field] ?? "" });
    }
  });
