import { useState } from "react";
import { versionsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealEvidenceMessages } from "#shared/deals/deal-register-messages.ts";
import type { DealRecord, DealVersion } from "#shared/deals/deals.ts";
import { adminName } from "#shared/people/person-name.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChangeOfTerms } from "./change-of-terms.tsx";
import { FreezeForm } from "./freeze-form.tsx";
import { OpenVersion, useVersion } from "./opened-version.tsx";
import { hasTermsDraft } from "./save-drafts.ts";

const frozenIn: readonly DealRecord["state"][] = ["preparing", "approved", "released", "closing"];

/** What is frozen for members, what waits for two signatures, and what members see. */
export function VersionsPart({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { versions, terms, state, can, id } = deal;
  const obstacle = !frozenIn.includes(state)
    ? "The page can be frozen once the deal is in Preparing."
    : terms.length === 0 && !hasTermsDraft(id, userId)
      ? "Save terms first: the offer holds them."
      : null;
  return (
    <div className="grid max-w-4xl gap-8">
      <section className="grid gap-3" aria-label="Versions">
        {versions.length === 0 && <p className="note">No version yet.</p>}
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
          <h2 className="d4 block-heading">{messages.freezeTitle}</h2>
          <p>
            The page and the terms as you have typed them, the documents, the answers to questions and the warnings are
            kept together, and nobody changes them afterwards. Then two of the panel sign the offer.
          </p>
          {obstacle ? <Notice>{obstacle}</Notice> : <Freeze deal={deal} userId={userId} />}
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
  const { id, number, terms_number, created_at, author_name, approved_at, approved_by_name } = version;
  const isWaiting = isNewest && !approved_at;
  const [isOpen, setOpen] = useState(isWaiting);
  const isCurrent = deal.current_version_id === id;
  return (
    <div className="grid gap-3">
      <h2 className="d4 block-heading flex flex-wrap items-center gap-x-3 gap-y-1">
        Version {number} (terms {terms_number}){isWaiting && <Badge tone="waiting">Waits for two signatures</Badge>}
        {isCurrent && <Badge tone="live">{deal.released_at ? "What members see" : "Signed by two"}</Badge>}
        {!isWaiting && !isCurrent && <Badge tone="over">Replaced by a newer one</Badge>}
      </h2>
      <p className="small muted num">
        Frozen by {adminName(author_name)}, {formatDateTime(created_at)}
        {approved_at && `. Signed second by ${adminName(approved_by_name)}, ${formatDateTime(approved_at)}`}
      </p>
      <p>
        <Button variant="outline" isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Close" : "Open"}
          <span className="sr-only"> {messages.version(number)}</span>
        </Button>
      </p>
      {isOpen && <OpenVersion deal={deal} version={version} />}
      {isWaiting && deal.change_of_terms?.version_id === id && (
        <ChangeOfTerms change={deal.change_of_terms} hours={deal.reconsent_hours} />
      )}
    </div>
  );
}

function Freeze({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { items, isPending, refetch } = useList<Signatory>({ path: "/signatories" });
  // The form stays with its dialog once it has frozen a version itself.
  const [formerId] = useState(deal.versions[0]?.id);
  const former = useVersion(deal.id, formerId);
  if (isPending || (formerId && former.isPending)) return <Skeleton className="h-40" />;
  if (!items || former.isError) {
    const retry = () => void Promise.all([refetch(), former.refetch()]);
    return <SectionFailed text="Who can sign did not load." onRetry={retry} />;
  }
  const candidates = items.filter(({ announced_at }) => announced_at !== null);
  return <FreezeForm deal={deal} userId={userId} candidates={candidates} former={former.data?.panel ?? []} />;
}

function EvidencePack({ dealId }: { dealId: string }) {
  return (
    <section className="grid max-w-3xl justify-items-start gap-2" aria-label={dealEvidenceMessages.pack}>
      <p className="muted">
        Who was shown what, when and under which statement, with every version and document as it was shown. No figure
        of a statement is in it. The audit says who packed it.
      </p>
      <DownloadButton path={`/deals/${dealId}/evidence`} busy="Packing" failed="The evidence could not be packed">
        <Download />
        {dealEvidenceMessages.pack}
      </DownloadButton>
    </section>
  );
}
