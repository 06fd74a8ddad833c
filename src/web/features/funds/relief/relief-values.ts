import type { Relief } from "#shared/funds/funds-relief.ts";
import type { RecordedReliefStep } from "#shared/funds/funds-relief-messages.ts";
import { orNaN, readPounds } from "#shared/typed-numbers.ts";

type Certificate = Relief["certificates"][number];

export interface StepValues {
  happened_on: string;
  uir: string;
}

export const toStepInput = (step: RecordedReliefStep, { happened_on, uir }: StepValues) =>
  step === "authorised" ? { step, happened_on, uir } : { step, happened_on };

export interface ReliefMatchValues {
  commitment_id: string;
  /** Pounds, as typed. */
  amount: string;
  issued_on: string;
}

/**
 * The values that were read on the certificate are not typed. A value that cannot be read becomes one that the schema refuses.
 */
export function toReliefMatch({ found }: Pick<Certificate, "found">, values: ReliefMatchValues) {
  const { commitment_id, amount, issued_on } = values;
  return {
    commitment_id,
    ...(found.amount_pence === null && { amount_pence: orNaN(readPounds(amount)) }),
    ...(found.issued_on === null && { issued_on }),
  };
}

/** A value that was read has no field of its own: it differs from the member who was chosen. */
export const reliefFieldOf =
  ({ found }: Pick<Certificate, "found">) =>
  (path: string): string => {
    if (path === "amount_pence") return found.amount_pence === null ? "amount" : "commitment_id";
    if (path === "issued_on") return found.issued_on === null ? "issued_on" : "commitment_id";
    return path;
  };

/** Read whole, and nothing on it differs. */
export const doesFit = ({ found, of_another, suggested }: Certificate): boolean =>
  of_another.length === 0 &&
  suggested?.differences.length === 0 &&
  ![found.shares, found.amount_pence, found.issued_on].includes(null);
