import { shownMessages } from "#shared/deals/open-deal-messages.ts";
import { ShownDeals } from "#web/features/deals/shown-deals.tsx";
import { OwnPage } from "../own-page.tsx";

export const ShownPage = (back: { backTo: string; backLabel: string }) => (
  <OwnPage title={shownMessages.label} label={shownMessages.label} {...back}>
    <ShownDeals />
  </OwnPage>
);
