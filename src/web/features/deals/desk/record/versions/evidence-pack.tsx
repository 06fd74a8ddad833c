import { dealEvidenceMessages as messages } from "#shared/deals/deal-register-messages.ts";
import { useDownload } from "#web/lib/use-download.ts";
import { Button } from "#web/ui/button.tsx";
import { Download } from "#web/ui/icons.generated.ts";
import { toastFailure } from "#web/ui/toast.ts";

export function EvidencePack({ dealId }: { dealId: string }) {
  const { mutate: pack, isPending } = useDownload(`/deals/${dealId}/evidence`, (error) =>
    toastFailure(messages.packFailed, error),
  );
  return (
    <section className="grid max-w-3xl justify-items-start gap-2" aria-label={messages.pack}>
      <p className="muted">{messages.text}</p>
      <Button variant="outline" isSmall busyLabel={isPending && messages.packing} onClick={() => pack()}>
        <Download />
        {messages.pack}
      </Button>
    </section>
  );
}
