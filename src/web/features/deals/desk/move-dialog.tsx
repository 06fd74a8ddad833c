import { useQuery } from "@tanstack/react-query";
import { dealDeskMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { asksReason, type DealState, dealMessages, dealStateLabels, needsReason } from "#shared/deals/deal-messages.ts";
import { type DealRecord, type ListedDeal, moveInputSchema } from "#shared/deals/deals.ts";
import { formatPence } from "#shared/pence.ts";
import { maximumTextLength } from "#shared/text-rules.ts";
import { closingBoardQuery } from "#web/features/funds/closing-queries.ts";
import { callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useApiForm } from "#web/lib/use-api-form.ts";
import { DateField } from "#web/ui/form/date-field.tsx";
import { FormField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { Textarea } from "#web/ui/input.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { isConflict, useMoveDeal } from "./deal-queries.ts";

interface MoveDialogProps {
  deal: Pick<ListedDeal, "id" | "company_name" | "state" | "updated_at" | "can">;
  /** "" to choose here; of an answer to an enquiry the choice is made. */
  to: DealState | "";
  isOpen: boolean;
  onClose: () => void;
}

interface MoveValues {
  to: DealState;
  reason: string | null;
  until: string | null;
}

/** Asks where to, where that is not said, and for the reason or the day that the move needs. */
export function MoveDialog({ deal, to, isOpen, onClose }: MoveDialogProps) {
  const { mutateAsync } = useMoveDeal();
  const form = useApiForm<MoveValues>({
    schema: moveSchemaFrom(deal.state),
    defaultValues: { to: to || deal.can.move_to[0], reason: "", until: "" },
    send: (move) => mutateAsync({ deal, ...move }),
    onSent: onClose,
    // The state that was asked about is no longer so.
    onRefused: (error) => isConflict(error) && onClose(),
  });
  const chosen = form.watch("to");
  const isCancelling = chosen === "cancelled";
  const { data: board } = useQuery({ ...closingBoardQuery(deal.id), enabled: isOpen && isCancelling });
  const held = board?.on_account_pence ?? 0;
  const isAnswer = to === "declined" || to === "parked";
  const { data: record } = useQuery({
    queryKey: queryKeys.deal(deal.id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${deal.id}`, undefined, signal),
    enabled: isOpen && isAnswer,
  });
  const words = isAnswer
    ? messages.answers[to](deal.company_name, record?.company.founders)
    : messages.moves(deal.company_name, dealStateLabels[deal.state]);
  return (
    <FormDialog
      form={form}
      isOpen={isOpen}
      onClose={onClose}
      title={words.title}
      text={words.text}
      submitLabel={words.submit}
      busyLabel="Moving..."
    >
      {to === "" && (
        <FormField form={form} name="to" label="To">
          <Select>
            {deal.can.move_to.map((state) => (
              <option key={state} value={state}>
                {dealStateLabels[state]}
              </option>
            ))}
          </Select>
        </FormField>
      )}
      {isCancelling && (
        <Notice tone="warning">
          Another admin confirms it, if there is one. Then it is final: everybody who has committed is told by email
          with this reason that they owe nothing, and what they sent comes back in full.{" "}
          {held > 0 && `${formatPence(held)} is in the account and has to be sent back.`}
        </Notice>
      )}
      {chosen === "parked" && <DateField form={form} name="until" label="Parked until" />}
      <FormField
        form={form}
        name="reason"
        label="Reason"
        hint="Admins read it in the deal’s record. Members read it too where a deal is cancelled."
        isOptional={!asksReason(deal.state, chosen)}
      >
        <Textarea className="field-sizing-content max-h-80" rows={3} maxLength={maximumTextLength} />
      </FormField>
    </FormDialog>
  );
}

/** @param from where the deal is. */
const moveSchemaFrom = (from: DealState) =>
  moveInputSchema.omit({ expected_version: true }).superRefine(({ to, reason, until }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (needsReason(from, to) && !reason) refuse("reason", dealMessages.reason);
    if (to === "parked" && !until) refuse("until", dealMessages.parkedUntil);
  });
