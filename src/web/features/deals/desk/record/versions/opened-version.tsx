import { useQuery } from "@tanstack/react-query";
import { panelMemberWords } from "#shared/acts/panel-words.ts";
import { versionsPartMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import type { DealContent, DealRecord, DealVersion, OpenedVersion } from "#shared/deals/deals.ts";
import { dealBodyMessages } from "#shared/deals/open-deal-messages.ts";
import { adminName } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { percent } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { type Row, RowDifference } from "../row-difference.tsx";
import { termRows } from "../terms/term-rows.ts";

interface OpenedVersionProps {
  deal: DealRecord;
  version: DealVersion;
}

/** The page as it was frozen, and what is different from the one that members see now. */
export function OpenVersion({ deal, version }: OpenedVersionProps) {
  const current = deal.versions.find(({ id }) => id === deal.current_version_id && id !== version.id);
  const opened = useVersion(deal.id, version.id);
  const shown = useVersion(deal.id, current?.id);
  if (opened.isError || shown.isError) {
    const retry = () => void Promise.all([opened.refetch(), shown.refetch()]);
    return <LoadFailed title="This version did not load" onRetry={retry} />;
  }
  if (!opened.data || (current && !shown.data)) return <Skeleton className="h-80" />;
  const { page, page_sha256, author_name, author_checklist, approved_by_name, approver_checklist } = opened.data;
  return (
    <div className="grid gap-4">
      {deal.current_version_id !== version.id && (
        <div className="grid gap-2">
          <h3 className="field-label">What is different</h3>
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
      <iframe className="version-page" title="As members read it" sandbox="" srcDoc={withLooks(page)} />
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

/** As it was worded that day. */
function Confirmed({ label, items }: { label: string; items: string[] | null }) {
  if (!items) return null;
  return (
    <section aria-label={label}>
      <h3 className="field-label mb-1.5">{label}</h3>
      <ul className="note grid gap-1">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}

/** What it says is never changed; an approval reloads it with all deals. */
export function useVersion(dealId: string, id: string | undefined) {
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
