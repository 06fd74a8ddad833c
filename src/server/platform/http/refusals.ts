import type { ErrorCode } from "#shared/errors.ts";
import { fundsMessages } from "#shared/funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { HttpError } from "./http-error.ts";
import { statuses } from "./statuses.ts";

interface RaisedRefusal {
  code: ErrorCode;
  /** Where it is not the usual one of the code. */
  status?: HttpError["status"];
  /** @param detail the figures that the function raised with its reason. */
  text: string | ((detail: Record<string, unknown>) => string);
}

/** Every reason for which a function or trigger of the database refuses, with the code and the words of the answer. */
const refusals: Record<string, RaisedRefusal> = {
  account_short: {
    code: "account_short",
    text: ({ pence, on_account_pence, leaving_pence }) =>
      fundsMessages.accountShort(pounds(pence), pounds(on_account_pence), pounds(leaving_pence)),
  },
  company_paid: { code: "payment_closed", text: fundsMessages.companyPaid },
};

const pounds = (pence: unknown): string => formatPence(Number(pence));

/** @returns undefined for a reason that is in no table: a fault of ours. */
export function asRaised({
  reason,
  detail,
}: {
  reason: string;
  detail: Record<string, unknown>;
}): HttpError | undefined {
  const refusal = refusals[reason];
  if (!refusal) return undefined;
  const { code, status = statuses[code], text } = refusal;
  return new HttpError(status, code, typeof text === "string" ? text : text(detail));
}
