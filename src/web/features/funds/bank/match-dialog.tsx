import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import type { BankLine, ClosingBoard, ClosingMember } from "#shared/funds/funds.ts";
import { closingMessages, bankPartMessages as messages } from "#shared/funds/funds-desk-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { outgoingKindLabels } from "#shared/funds/funds-messages.ts";
import type { List } from "#shared/lists.ts";
import { formatPence } from "#shared/pence.ts";
import { memberName } from "#shared/people/person-name.ts";
import { ActionDialog, type DialogState } from "#web/lib/action-dialog.tsx";
import { callApi } from "#web/lib/api.ts";
import { shortDate } from "#web/lib/format.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { withQuery } from "#web/lib/use-list.ts";
import { FormField } from "#web/ui/form/form.tsx";
import { NumberField } from "#web/ui/form/number-field.tsx";
import { RepeatedFields } from "#web/ui/form/repeated-fields.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { Select } from "#web/ui/select.tsx";
import { closingKey } from "../closing-queries.ts";
import { signedPence } from "../signed-pence.ts";
import { matchRules } from "./match-rules.ts";
import {
  leftOver,
  type MatchValues,
  matchFieldOf,
  matchValuesOf,
  toExit,
  toMatchInput,
  toPayment,
  toReturned,
  toTakenBack,
} from "./match-values.ts";

interface MatchDialogProps extends DialogState {
  line: BankLine;
  board: ClosingBoard;
}

/** To one or more members, to a payment that was approved, or to nobody yet. */
export function MatchDialog({ line, board, ...state }: MatchDialogProps) {
  const { id, open_pence, unidentified_pence, payer, reference, booked_on } = line;
  const isIncoming = open_pence > 0;
  const { data: members } = useQuery({ ...everyMember(board.deal_id), enabled: isIncoming });
  const payments = board.payments.filter(({ state, amount_pence, paid_on }) =>
    isIncoming ? state === "paid" && amount_pence <= open_pence && (paid_on ?? "") <= booked_on : state === "approved",
  );
  return (
    <ActionDialog<MatchValues>
      invalidates={dealMoneyKeys}
      {...state}
      words={{
        title: `Match ${signedPence(open_pence)} of ${messages.payerOf(payer)}`,
        text: [line.said, `${reference && `Reference ${reference}, `}${shortDate(booked_on)}.`]
          .filter(Boolean)
          .join(". "),
        submit: "Book it",
        busy: messages.matching,
        done: "Line booked",
      }}
      draft={`/bank-lines/${id}`}
      schema={matchRules({ open_pence })}
      defaultValues={matchValuesOf(line, payments, board.proceeds)}
      fieldOfPath={matchFieldOf}
      areErrorsNested
      send={(values) => callApi("POST", `/bank-lines/${id}/match`, toMatchInput(values))}
    >
      {(form) => (
        <>
          <OtherDeals deals={board.other_deals} />
          <RepeatedFields
            form={form}
            name="parts"
            legend="Book as"
            hint={leftOf(leftOver(line, form.watch("parts")), isIncoming)}
            fresh={{ to: "", amount: "" }}
            addLabel="Split it"
            entryLabel={(number: number) => `Part ${number}`}
            longest={50}
          >
            {(index) => (
              <div className="grid grid-cols-[minmax(0,1fr)_8.5rem] items-start gap-3 max-[30rem]:grid-cols-1">
                <FormField form={form} name={`parts.${index}.to`} label="For">
                  {/* Its options come later than the form. */}
                  <Select key={members?.length}>
                    <option value="">{messages.chooseTo}</option>
                    {/* Another line of this deal may have loaded them. */}
                    {isIncoming &&
                      members
                        ?.filter(({ can }) => can.book)
                        .map((member) => (
                          <option key={member.commitment_id} value={`receipt:${member.commitment_id}`}>
                            {optionOf(member)}
                          </option>
                        ))}
                    {line.returns.map((taken) => (
                      <option key={taken.returned_id} value={toTakenBack(taken)}>
                        {takenBackOption(taken)}
                      </option>
                    ))}
                    {isIncoming &&
                      board.proceeds.map((exit) => (
                        <option key={exit.exit_id} value={toExit(exit)}>
                          {`${exitKindLabels[exit.kind]} of ${shortDate(exit.happened_on)}, ${formatPence(exit.amount_pence)} missing`}
                        </option>
                      ))}
                    {isIncoming && unidentified_pence === 0 && <option value="unidentified">Not identified yet</option>}
                    {payments.map((payment) => (
                      <option key={payment.id} value={(isIncoming ? toReturned : toPayment)(payment)}>
                        {`${isIncoming ? "Sent back by the bank. " : ""}${outgoingKindLabels[payment.kind]}: ${payment.payee}, ${formatPence(payment.amount_pence)}`}
                      </option>
                    ))}
                    {/* Beside what the bank took back there can be a charge. */}
                    {(line.returns.length === 0 || form.watch("parts").length > 1) && (
                      <option value="club_bears">{isIncoming ? "Paid in by the club" : messages.clubBears}</option>
                    )}
                  </Select>
                </FormField>
                <NumberField form={form} name={`parts.${index}.amount`} kind="pounds" label={messages.amount} />
              </div>
            )}
          </RepeatedFields>
          <FormField
            form={form}
            name="reason"
            label={closingMessages.reason}
            hint="What made you sure. Recorded with your name."
          >
            <Textarea className="field-sizing-content max-h-80" rows={2} />
          </FormField>
        </>
      )}
    </ActionDialog>
  );
}

/** A line that is booked there leaves this list. */
function OtherDeals({ deals }: { deals: ClosingBoard["other_deals"] }) {
  if (deals.length === 0) return null;
  return (
    <p className="note">
      Does it belong to another deal with this account? Bring the bank’s file there, and match the line there. It then
      leaves this list:{" "}
      {deals.map(({ deal_id, company_name }, place) => (
        <Fragment key={deal_id}>
          {place > 0 && ", "}
          <InlineLink to={adminPaths.deal(deal_id)}>{company_name}</InlineLink>
        </Fragment>
      ))}
      .
    </p>
  );
}

const optionOf = ({ full_name, open_pence }: ClosingMember): string =>
  `${memberName(full_name)}, ${formatPence(open_pence)} open`;

const takenBackOption = ({ full_name, amount_pence, booked_on, is_booked }: BankLine["returns"][number]): string =>
  `Returned by the bank: takes back the payment of ${formatPence(amount_pence)} of ${memberName(full_name)}, ${shortDate(booked_on)}${is_booked ? "" : "; books both"}`;

function leftOf(pence: number, isIncoming: boolean): string {
  if (pence < 0) return messages.tooMuchParts(formatPence(-pence));
  if (!isIncoming)
    return pence > 0
      ? messages.tooLittleParts(formatPence(pence))
      : "A line of several payments has a part for each of them, and one for the bank’s charge.";
  return pence > 0 ? `${formatPence(pence)} of the line stays open.` : "";
}

/** All pages: who is not found in a choice cannot be chosen. */
const everyMember = (dealId: string) => ({
  queryKey: [...closingKey(dealId), "closing", "members", "every"],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const members: ClosingMember[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const path = withQuery(`/deals/${dealId}/closing/members`, { limit: "500", cursor });
      const page: List<ClosingMember> = await callApi("GET", path, undefined, signal);
      members.push(...page.items);
      cursor = page.next_cursor;
    }
    return members;
  },
});
