import { announcedMessages } from "#shared/funds/announced-messages.ts";
import type { HoldingImport } from "#shared/portfolio/holding-imports.ts";
import { type HoldingImportState, holdingImportStateLabels } from "#shared/portfolio/holding-imports-messages.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<HoldingImportState, BadgeTone> = {
  proposed: "waiting",
  confirmed: "live",
  refused: "refused",
  undone: "over",
};

export const ImportStateBadge = ({ given: { state, takes_effect_at } }: { given: HoldingImport }) => (
  <Badge tone={tones[state]} isPlain>
    {state === "proposed" && takes_effect_at !== null ? announcedMessages.state : holdingImportStateLabels[state]}
  </Badge>
);
