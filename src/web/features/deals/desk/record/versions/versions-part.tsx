import { useState } from "react";
import { versionsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { DealRecord, DealVersion } from "#shared/deals/deals.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { ChangeOfTerms } from "./change-of-terms.tsx";
import { ChecklistForm } from "./checklist-form.tsx";
import { EvidencePack } from "./evidence-pack.tsx";
import { OpenVersion } from "./opened-version.tsx";

const frozenIn: readonly DealRecord["state"][] = ["preparing", "approved", "released", "closing"];

/** What is frozen for members, what waits for a second admin, and what members see. */
export function VersionsPart({ deal }: { deal: DealRecord }) {
  const { versions, terms, state, can, id } = deal;
  const obstacle = !frozenIn.includes(state) ? messages.freezeTooEarly : terms.length === 0 ? messages.noTerms : null;
  return (
    <div className="grid max-w-4xl gap-8">
      <section className="grid gap-3" aria-label={messages.list}>
        {versions.length === 0 && <p className="note">{messages.none}</p>}
        <ol className="grid gap-5">
          {versions.map((version, index) => (
            <li key={version.id}>
              <Version deal={deal} version={version} isNewest={index === 0} />
            </li>
          ))}
        </ol>
      </section>
      {can.save && (
        <section className="grid max-w-3xl gap-3" aria-label={messages.freezeTitle}>
          <h3 className="d4 block-heading">{messages.freezeTitle}</h3>
          <p>{messages.freezeText}</p>
          {obstacle ? (
            <Notice>{obstacle}</Notice>
          ) : (
            <ChecklistForm
              path={`/deals/${id}/versions`}
              label={messages.freeze}
              busyLabel={messages.freezing}
              done={{ title: messages.frozen, description: messages.frozenText }}
              failed={messages.freezeFailed}
            />
          )}
        </section>
      )}
      {versions.length > 0 && <EvidencePack dealId={id} />}
    </div>
  );
}

interface VersionProps {
  deal: DealRecord;
  version: DealVersion;
  isNewest: boolean;
}

function Version({ deal, version, isNewest }: VersionProps) {
  const { id, number, terms_number, created_at, author_name, approved_at, approved_by_name, can } = version;
  const isWaiting = isNewest && !approved_at;
  const [isOpen, setOpen] = useState(isWaiting && can.approve);
  const isCurrent = deal.current_version_id === id;
  return (
    <div className="grid gap-3">
      <h3 className="d4 block-heading flex flex-wrap items-center gap-x-3 gap-y-1">
        {messages.versionOf(number, terms_number)}
        {isWaiting && <Badge tone="waiting">{messages.waiting}</Badge>}
        {isCurrent && <Badge tone="live">{deal.released_at ? messages.current : messages.approved}</Badge>}
        {!isWaiting && !isCurrent && <Badge tone="over">{messages.replaced}</Badge>}
      </h3>
      <p className="small muted num">
        {messages.frozenBy(author_name, formatDateTime(created_at))}
        {approved_at && `. ${messages.approvedBy(approved_by_name, formatDateTime(approved_at))}`}
      </p>
      {isWaiting && !can.approve && <Notice>{messages.ownVersion}</Notice>}
      <p>
        <Button variant="outline" isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? messages.close : messages.open}
          <span className="sr-only"> {messages.version(number)}</span>
        </Button>
      </p>
      {isOpen && <OpenVersion deal={deal} version={version} />}
      {isWaiting && deal.change_of_terms?.version_id === id && <ChangeOfTerms change={deal.change_of_terms} />}
      {can.approve && (
        <ChecklistForm
          path={`/deals/${deal.id}/versions/${id}/approve`}
          label={messages.approve}
          busyLabel={messages.approving}
          done={{ title: messages.approvedNow }}
          failed={messages.approveFailed}
        />
      )}
    </div>
  );
}
