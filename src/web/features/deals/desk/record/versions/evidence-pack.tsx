import { dealEvidenceMessages as messages } from "#shared/deals/deal-register-messages.ts";
import { DownloadButton } from "#web/lib/download-button.tsx";
import { Download } from "#web/ui/icons.generated.ts";

export function EvidencePack({ dealId }: { dealId: string }) {
  return (
    <section className="grid max-w-3xl justify-items-start gap-2" aria-label={messages.pack}>
      <p className="muted">{messages.text}</p>
      <DownloadButton path={`/deals/${dealId}/evidence`} busy={messages.packing} failed={messages.packFailed}>
        <Download />
        {messages.pack}
      </DownloadButton>
    </section>
  );
}
