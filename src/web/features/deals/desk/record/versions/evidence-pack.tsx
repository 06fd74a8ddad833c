import { dealEvidenceMessages as messages } from "#shared/deals/deal-register-messages.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { Download } from "#web/ui/icons.generated.ts";

export function EvidencePack({ dealId }: { dealId: string }) {
  return (
    <section className="grid max-w-3xl justify-items-start gap-2" aria-label={messages.pack}>
      <p className="muted">
        Who was shown what, when and under which statement, with every version and document as it was shown. No figure
        of a statement is in it. The audit says who packed it.
      </p>
      <DownloadButton path={`/deals/${dealId}/evidence`} busy="Packing" failed="The evidence could not be packed">
        <Download />
        {messages.pack}
      </DownloadButton>
    </section>
  );
}
