import { counted } from "#shared/counted.ts";
import type { HeldCompany } from "#shared/portfolio/portfolio.ts";
import { shareDeskMessages as messages } from "#shared/portfolio/portfolio-desk-messages.ts";
import type { PriceAge } from "#shared/portfolio/portfolio-figures.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<PriceAge, BadgeTone> = { fresh: "live", ageing: "waiting", stale: "refused", range: "refused" };

/** Shows how old a price is; a written-off holding has no age. */
export function AgeBadge({ state, price }: Pick<HeldCompany, "price"> & { state?: HeldCompany["state"] }) {
  if (state === "written_off")
    return (
      <Badge tone="over" isPlain>
        {messages.states.written_off}
      </Badge>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <Badge tone={tones[price.age]} isPlain>
        {messages.ages[price.age]}
      </Badge>
      <span className="note num">{price.months < 1 ? "under a month" : counted(price.months, "month")}</span>
    </span>
  );
}
