import { lazy, Suspense, useState } from "react";
import { termsWarningLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { adminName } from "#shared/people/person-name.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RowDifference } from "../row-difference.tsx";
import { termRows } from "./term-rows.ts";

const TermsForm = lazy(() => import("./terms-form.tsx").then((file) => ({ default: file.TermsForm })));

/** What the round offers, and what it offered before. */
export function TermsPart({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { terms, can } = deal;
  const newest = terms[0];
  const [isWriting, setWriting] = useState(
    () => can.save && (!newest || sessionStorage.getItem(`deal-terms:${deal.id}:${userId}`) !== null),
  );
  return (
    // The focus comes here when the form takes its button away.
    <section aria-label="Terms so far" tabIndex={-1} className="grid gap-6 outline-none">
      {newest && newest.warnings.length > 0 && (
        <Notice tone="warning" title="Please mind:" className="max-w-3xl">
          <ul>
            {newest.warnings.map((warning) => (
              <li key={warning}>{termsWarningLabels[warning]}</li>
            ))}
          </ul>
        </Notice>
      )}
      {isWriting ? (
        <Suspense fallback={<Skeleton className="h-80" />}>
          <TermsForm key={newest?.id ?? ""} deal={deal} userId={userId} onClose={() => setWriting(false)} />
        </Suspense>
      ) : (
        can.save && (
          <p>
            <Button isSmall onClick={() => setWriting(true)}>
              Write new terms
            </Button>
          </p>
        )
      )}
      {!newest && !isWriting && <p className="note">No terms yet.</p>}
      <ol className="grid max-w-3xl gap-6">
        {terms.map((version, index) => (
          <li key={version.id}>
            <TermsVersion version={version} before={terms[index + 1]} isNewest={index === 0} />
          </li>
        ))}
      </ol>
    </section>
  );
}

type Version = DealRecord["terms"][number];

function TermsVersion({
  version,
  before,
  isNewest,
}: {
  version: Version;
  before?: Version | undefined;
  isNewest: boolean;
}) {
  return (
    <div className="grid gap-2">
      <h4 className="d4 block-heading">
        Terms {version.number}{" "}
        <span className="note num font-text">
          {adminName(version.author_name)}, {formatDateTime(version.created_at)}
        </span>
      </h4>
      {version.not_material_reason && (
        <p className="note wrap-anywhere">No other offer: {version.not_material_reason}</p>
      )}
      {before && (
        <details className="fold" open={isNewest}>
          <summary>What changed since terms {before.number}</summary>
          <RowDifference before={termRows(before)} after={termRows(version)} same="The same as before." />
        </details>
      )}
      <details className="fold" open={isNewest && !before}>
        <summary>All of it</summary>
        <dl className="facts">
          {termRows(version)
            .filter(([, text]) => text)
            .map(([label, text]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{text}</dd>
              </div>
            ))}
        </dl>
      </details>
    </div>
  );
}
