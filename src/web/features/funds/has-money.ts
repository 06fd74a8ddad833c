import type { ClosingBoard } from "#shared/funds/funds.ts";

/** Whether there are sums and payments to show: money can come before a call, and stay in a deal that is cancelled. */
export const hasMoney = ({
  called_at,
  on_account_pence,
  bank_pence,
  payments,
}: Pick<ClosingBoard, "called_at" | "on_account_pence" | "bank_pence" | "payments">): boolean =>
  called_at !== null || on_account_pence !== 0 || (bank_pence ?? 0) !== 0 || payments.length > 0;
