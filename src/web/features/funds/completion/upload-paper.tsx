import { paperLabels, type uploadedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { dealMoneyKeys } from "#web/lib/query-keys.ts";
import { UploadPdf } from "#web/lib/upload-pdf.tsx";
import { useInvalidate } from "#web/lib/use-invalidate.ts";
import { withQuery } from "#web/lib/use-list.ts";

interface UploadPaperProps {
  dealId: string;
  kind: (typeof uploadedPaperKinds)[number];
  isFiled: boolean;
}

/** Files what is chosen at once, in place of another of its kind. */
export function UploadPaper({ dealId, kind, isFiled }: UploadPaperProps) {
  const changed = useInvalidate(dealMoneyKeys);
  const label = paperLabels[kind];
  return (
    <UploadPdf
      path={(file_name) => withQuery(`/deals/${dealId}/papers`, { kind, file_name })}
      name={label}
      words={{
        upload: isFiled ? "Replace" : "Choose a file",
        uploading: (percent: number) => `Uploading ${percent}%`,
        stop: "Stop",
        done: `${label} filed`,
      }}
      onUploaded={changed}
    />
  );
}
