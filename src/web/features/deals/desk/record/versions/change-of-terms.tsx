import { versionsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Notice } from "#web/ui/notice.tsx";

const hourMs = 60 * 60 * 1000;

/** Before the approval: who is asked again and why, or why nobody is. */
export function ChangeOfTerms({ change }: { change: NonNullable<DealRecord["change_of_terms"]> }) {
  const { reconsent_hours } = useClub().deals;
  const { commitments, material_terms, not_material_reason, closes_at } = change;
  if (commitments === 0) return <Notice>{messages.asks.nobody}</Notice>;
  if (not_material_reason !== null && material_terms.length === 0) {
    return (
      <Notice>
        {messages.asks.notMaterial(commitments)} <q className="wrap-anywhere">{not_material_reason}</q>
      </Notice>
    );
  }
  const now = Date.now();
  const end = new Date(now + reconsent_hours * hourMs).toISOString();
  const closes = formatDateTime(closes_at);
  return (
    <Notice tone="warning" title={messages.asks.many(commitments, reconsent_hours)}>
      <p>{material_terms.length > 0 ? messages.asks.material(material_terms.join(", ")) : messages.asks.unsaid}</p>
      {closes_at < end && (
        <p>
          {Date.parse(closes_at) > now
            ? messages.closesFirst(closes, formatDateTime(end))
            : messages.closedBefore(closes)}
        </p>
      )}
    </Notice>
  );
}
