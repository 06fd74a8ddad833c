import { useQuery } from "@tanstack/react-query";
import type { OwnCommitment } from "#shared/commitments/commitments.ts";
import { paymentMessages as messages } from "#shared/funds/own-funds-messages.ts";
import { formatPence } from "#shared/pence.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ownCallQuery } from "./own-funds-queries.ts";

/** Of a commitment that has ended, or is asked again, after money had come. */
export function RefundDue({ commitment: { id } }: { commitment: OwnCommitment }) {
  const { data: call } = useQuery(ownCallQuery(id));
  if (!call || call.refund_pence === 0) return null;
  return <Notice>{messages.refundDue(formatPence(call.refund_pence))}</Notice>;
}
