import { counted } from "#shared/counted.ts";
import { serverNow } from "#web/lib/server-time.ts";
import "../commitments.css";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { commitmentMessages } from "#shared/commitments/commitment-messages.ts";
import type { OwnAllocation, OwnCommitment } from "#shared/commitments/commitments.ts";
import { allocationMessages as messages } from "#shared/commitments/own-commitment-messages.ts";
import { shareCosts } from "#shared/commitments/share-costs.ts";
import { formatPence } from "#shared/pence.ts";
import { numberKinds, readShares } from "#shared/typed-numbers.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatLondonTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { NumberInput } from "#web/ui/number-input.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { ownAllocationQuery, readCommitmentAgain } from "../commitment-queries.ts";
import { feePercent, inThousands } from "../commitment-words.ts";

/** Shares that became free, where some are for the reader. */
export function TopUp({ commitment }: { commitment: OwnCommitment }) {
  const { data } = useQuery(ownAllocationQuery(commitment.id));
  if (!data?.top_up) return null;
  return <Offered key={data.top_up.id} commitment={commitment} topUp={data.top_up} />;
}

interface OfferedProps {
  commitment: OwnCommitment;
  topUp: NonNullable<OwnAllocation["top_up"]>;
}

function Offered({ commitment, topUp }: OfferedProps) {
  const { id, closes_at, taken_shares, least_shares, available_shares, can } = topUp;
  const client = useQueryClient();
  const [text, setText] = useState(() => String(available_shares));
  const [problem, setProblem] = useState<string>();
  const isReserved = Date.parse(closes_at) > serverNow().getTime();
  const { mutate, isPending } = useMutation({
    mutationFn: (shares: number) =>
      callApi<OwnAllocation>("POST", `/commitments/${commitment.id}/top-up`, { top_up_id: id, shares }),
    onSuccess: (_, shares) =>
      toast({
        title: `${counted(shares, "more share")} ${shares === 1 ? "is" : "are"} yours`,
        description: commitment.company_name,
      }),
    onError: (error) => {
      const at = error instanceof ApiError ? error.problem.errors?.find(({ path }) => path === "shares") : undefined;
      if (at) setProblem(at.message);
      else toastFailure("Not taken", error);
    },
    onSettled: () => readCommitmentAgain(client, commitment.deal_id),
  });
  const shares = readShares(text);
  const take = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (shares === null) setProblem(numberKinds.shares.problem);
    else if (shares < least_shares) setProblem(`At least ${counted(least_shares, "share")}`);
    else if (shares > available_shares) setProblem(commitmentMessages.topUpTooMany(inThousands(available_shares)));
    else mutate(shares);
  };
  const more = shares && shares <= available_shares ? costOf(commitment, shares) : undefined;
  return (
    <section className="commit-top-up" aria-label={messages.topUp}>
      <Notice tone="warning" title={`${messages.topUp}.`}>
        {isReserved
          ? `${inThousands(available_shares)} are kept for you until ${formatLondonTime(closes_at)}. After that whoever comes first gets them.`
          : `${inThousands(available_shares)} are free, for whoever comes first.`}{" "}
        {taken_shares > 0 && `You have taken ${inThousands(taken_shares)}.`}
      </Notice>
      {can.take && (
        <form className="form-row" noValidate onSubmit={take}>
          <Field
            label="How many you take"
            hint={
              more ??
              `From ${inThousands(least_shares)} to ${inThousands(available_shares)}. You owe nothing if you take none.`
            }
            error={problem}
          >
            <NumberInput
              kind="shares"
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          </Field>
          <Button type="submit" variant="outline" busyLabel={isPending && "Taking…"}>
            Take these shares
          </Button>
        </form>
      )}
    </section>
  );
}

function costOf({ terms, fee_bp }: OwnCommitment, shares: number): string {
  const { costPence, duePence } = shareCosts({ price: terms.price, shares, feeBp: fee_bp });
  return messages.takeCosts(
    formatPence(costPence),
    fee_bp > 0 ? `the fee of ${feePercent(fee_bp)}` : "no fee",
    formatPence(duePence),
  );
}
