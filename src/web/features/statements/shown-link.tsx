import type { OwnDelivery } from "#shared/deals/deals.ts";
import { shownMessages } from "#shared/deals/open-deal-messages.ts";
import { paths } from "#shared/paths.ts";
import { useList } from "#web/lib/use-list.ts";
import { InlineLink } from "#web/ui/link.tsx";

interface ShownLinkProps {
  /** A deal that is shown on the same screen counts. */
  isShownNow?: boolean;
  /** Says what is kept. */
  isExplained?: boolean;
}

/** To the reader's own record, once there is one. */
export function ShownLink({ isShownNow, isExplained }: ShownLinkProps) {
  const { items } = useList<OwnDelivery>({ path: "/deliveries/me" }, !isShownNow);
  if (!isShownNow && !items?.length) return null;
  return (
    <p className="note">
      {isExplained && "What you were shown, when and with which terms, is kept for you: "}
      <InlineLink to={paths.shownDeals} isQuiet={!isExplained}>
        {shownMessages.label}
      </InlineLink>
    </p>
  );
}
