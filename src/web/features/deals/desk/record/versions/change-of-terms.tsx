import type { DealRecord } from "#shared/deals/deals.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Notice } from "#web/ui/notice.tsx";

const hourMs = 60 * 60 * 1000;

/** Before two sign: who is asked again and why, or why nobody is. */
export function ChangeOfTerms({
  change,
  hours,
}: {
  change: NonNullable<DealRecord["change_of_terms"]>;
  hours: number;
}) {
  const { commitments, material_terms, not_material_reason, closes_at } = change;
  if (commitments === 0) return <Notice>Nobody is asked again: nobody has committed by other terms.</Notice>;
  if (not_material_reason !== null && material_terms.length === 0) {
    return (
      <Notice>
        Nobody is asked again:{" "}
        {commitments === 1 ? "1 commitment goes" : `${commitments.toLocaleString("en-GB")} commitments go`} on under the
        new terms, and each member reads why it is no other offer:{" "}
        <q className="wrap-anywhere">{not_material_reason}</q>
      </Notice>
    );
  }
  const now = Date.now();
  const end = new Date(now + hours * hourMs).toISOString();
  const closes = formatDateTime(closes_at);
  return (
    <Notice
      tone="warning"
      title={`Once two have signed, ${commitments === 1 ? "1 member is" : `${commitments.toLocaleString("en-GB")} members are`} asked again. Each has ${hours} hours to keep the commitment with the new terms, change it, or leave.`}
    >
      <p>
        {material_terms.length > 0
          ? `It is another offer, because of: ${material_terms.join(", ")}.`
          : "Its author gave no reason why it is no other offer."}
      </p>
      {closes_at < end && (
        <p>
          {Date.parse(closes_at) > now
            ? `Commitments close ${closes}, before the time to answer ends (${formatDateTime(end)}, if signed now). Nobody new can commit from then on, and shares are allocated only once everybody has answered.`
            : `By these terms commitments closed ${closes}: nobody new can commit while members answer.`}
        </p>
      )}
    </Notice>
  );
}
