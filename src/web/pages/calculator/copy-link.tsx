import { pageUrl } from "#shared/paths.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { Copy } from "#web/ui/icons.generated.ts";
import { entryPath } from "./deal-entry.ts";
import type { DealForm } from "./use-deal-entry.ts";

export function CopyLink({ form }: { form: DealForm }) {
  return (
    <Button variant="outline" isSmall className="justify-self-start" onClick={() => copy(form)}>
      <Copy />
      Copy link
    </Button>
  );
}

function copy({ entry, errors }: DealForm): Promise<void> {
  const isStale = Object.keys(errors).length > 0;
  const description = isStale ? "It opens the last valid figures." : "Whoever opens it sees this deal.";
  return copyText(pageUrl(window.location.origin, entryPath(entry)), "The link", { title: "Link copied", description });
}
