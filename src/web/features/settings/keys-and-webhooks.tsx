import { useId } from "react";
import { ApiKeys } from "#web/features/api-keys/api-keys.tsx";
import { Webhooks } from "#web/features/webhooks/webhooks.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { ViewHead } from "#web/ui/view-head.tsx";

/** How other systems reach the club, and what they are told. */
export function KeysAndWebhooks() {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <ViewHead id={id} title="API keys and webhooks" />
      <div ref={useSectionOfAddress()} className="grid gap-10">
        <ApiKeys />
        <div id="webhooks" tabIndex={-1} className="outline-none">
          <Webhooks />
        </div>
      </div>
    </section>
  );
}
