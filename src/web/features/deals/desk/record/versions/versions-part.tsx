import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { panelMemberWords } from "#shared/acts/panel-words.ts";
import { versionsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { dealEvidenceMessages } from "#shared/deals/deal-register-messages.ts";
import type { DealContent, DealRecord, DealVersion, OpenedVersion } from "#shared/deals/deals.ts";
import { dealBodyMessages } from "#shared/deals/open-deal-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import { callApi } from "#web/lib/api.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { formatDateTime, percent } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { serverNow } from "#web/lib/server-time.ts";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Row, RowDifference } from "../row-difference.tsx";
import { termRows } from "../terms/term-rows.ts";
import { FreezeForm } from "./freeze-form.tsx";

const frozenIn: readonly DealRecord["state"][] = ["preparing", "approved", "released", "closing"];

/** What is frozen for members, what waits for two signatures, and what members see. */
export function VersionsPart({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { versions, state, can, id } = deal;
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
          <h4 className="d4 block-heading">{messages.freezeTitle}</h4>
          <p>
            The page and the terms as you have typed them, the documents, the answers to questions and the warnings are
            kept together, and nobody changes them afterwards. Then two of the panel sign the offer.
          </p>
          {frozenIn.includes(state) ? (
            <Freeze deal={deal} userId={userId} />
          ) : (
            <Notice>The offer can be signed once the deal is in Preparing.</Notice>
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
  const { id, number, terms_number, created_at, author_name, approved_at, approved_by_name } = version;
  const isWaiting = isNewest && !approved_at;
  const [isOpen, setOpen] = useState(isWaiting);
  const isCurrent = deal.current_version_id === id;
  return (
    <div className="grid gap-3">
      <h4 className="d4 block-heading flex flex-wrap items-center gap-x-3 gap-y-1">
        Version {number} (terms {terms_number}){isWaiting && <Badge tone="waiting">Waits for two signatures</Badge>}
        {isCurrent && <Badge tone="live">{deal.released_at ? "What members see" : "Signed by two"}</Badge>}
        {!isWaiting && !isCurrent && <Badge tone="over">Replaced by a newer one</Badge>}
      </h4>
      <p className="small muted num">
        Made by {adminName(author_name)}, {formatDateTime(created_at)}
        {approved_at &&
          `. Signed second by ${adminName(approved_by_name)}, in force since ${formatDateTime(approved_at)}`}
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
    return <SectionFailed text="Who can sign could not be loaded." onRetry={retry} />;
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
  const now = serverNow().getTime();
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

interface OpenedVersionProps {
  deal: DealRecord;
  version: DealVersion;
}

/** The page as it was frozen, and what is different from the one that members see now. */
function OpenVersion({ deal, version }: OpenedVersionProps) {
  const current = deal.versions.find(({ id }) => id === deal.current_version_id && id !== version.id);
  const opened = useVersion(deal.id, version.id);
  const shown = useVersion(deal.id, current?.id);
  if (opened.isError || shown.isError) {
    const retry = () => void Promise.all([opened.refetch(), shown.refetch()]);
    return <LoadFailed title="This version could not be loaded" onRetry={retry} />;
  }
  if (!opened.data || (current && !shown.data)) return <Skeleton className="h-80" />;
  const { page, page_sha256, author_name, author_checklist, approved_by_name, approver_checklist } = opened.data;
  return (
    <div className="grid gap-4">
      {deal.current_version_id !== version.id && (
        <div className="grid gap-2">
          <h5 className="field-label">What is different</h5>
          {current && shown.data ? (
            <>
              <p className="note">
                Against version {current.number} (terms {current.terms_number}), which members see now
              </p>
              <RowDifference
                before={versionRows(shown.data)}
                after={versionRows(opened.data)}
                same="Nothing is different."
              />
            </>
          ) : (
            <p className="note">No version is signed by two yet: all of it is new.</p>
          )}
        </div>
      )}
      <iframe
        className="h-[70dvh] w-full rounded-sheet border border-line bg-on-fill"
        title="As members read it"
        sandbox=""
        srcDoc={withLooks(page)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Confirmed label={`Confirmed by ${adminName(author_name)}, who froze it`} items={author_checklist} />
        <Confirmed
          label={`Confirmed by ${adminName(approved_by_name)}, who signed second`}
          items={approver_checklist}
        />
      </div>
      <p className="note wrap-anywhere">
        SHA-256 of the page <code className="code">{page_sha256}</code>
      </p>
    </div>
  );
}

const labels = messages.contentLabels;

/** What members read, and who is to sign for their money. */
export const versionRows = ({ content, panel }: Pick<OpenedVersion, "content" | "panel">): Row[] => [
  ...contentRows(content),
  [dealBodyMessages.whoSigns, panel.map(panelMemberWords).join("\n")],
];

/** All that a version says, in the order of its page. */
function contentRows({
  company,
  deal_name,
  page,
  terms,
  documents,
  answers,
  warnings,
  success_fee_bp,
}: DealContent): Row[] {
  const inLines = (entries: readonly object[]) => entries.map((entry) => Object.values(entry).join(", ")).join("\n");
  return [
    ["Warnings", Object.values(warnings).join("\n")],
    [
      labels.company,
      Object.values({ ...company, logo: null })
        .filter(Boolean)
        .join("\n"),
    ],
    ["Logo, SHA-256", company.logo?.sha256 ?? ""],
    ["Round", deal_name],
    ...termRows(terms),
    ["Why we like it", page.why_we_like_it.join("\n")],
    ["What would make it fail", page.what_would_make_it_fail.join("\n")],
    ["Team", inLines(page.team)],
    ["Traction", inLines(page.traction)],
    ["On the scheme and its relief", page.scheme_note ?? ""],
    [
      "Documents",
      documents.map(({ title, number, file_name }) => `${title}, ${messages.version(number)}, ${file_name}`).join("\n"),
    ],
    ["Questions and answers", answers.map(({ question, answer }) => `${question}\n${answer}`).join("\n\n")],
    ["Success fee of the company", percent(success_fee_bp / 10_000)],
  ];
}

function Confirmed({ label, items }: { label: string; items: string[] | null }) {
  if (!items) return null;
  return (
    <section aria-label={label}>
      <h5 className="field-label mb-1.5">{label}</h5>
      <ul className="note grid gap-1">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** The text of a version is never changed; an approval reloads it with all deals. */
function useVersion(dealId: string, id: string | undefined) {
  return useQuery({
    queryKey: queryKeys.dealVersion(dealId, id ?? ""),
    queryFn: ({ signal }) => callApi<OpenedVersion>("GET", `/deals/${dealId}/versions/${id}`, undefined, signal),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The document has none of its own. */
const withLooks = (page: string): string => page.replace("<head>", `<head><style>${looks}</style>`);
const looks =
  "body{max-width:40rem;margin:0;padding:1rem 1.25rem;font:15px/1.55 system-ui,sans-serif;color:#1b1a17;overflow-wrap:anywhere}" +
  "h1{font-size:1.5rem;margin:1rem 0 .25rem}h2{font-size:1.1rem;margin:1.5rem 0 .25rem}p,ul,dl{margin:.4rem 0}" +
  "table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid #e3dacb;text-align:left}";
