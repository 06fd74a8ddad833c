import { type HoldingImportState, holdingImportStateLabels } from "#shared/portfolio/holding-imports-messages.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<HoldingImportState, BadgeTone> = {
  proposed: "waiting",
  confirmed: "live",
  refused: "refused",
  undone: "over",
};

export const ImportStateBadge = ({ state }: { state: HoldingImportState }) => (
  <Badge tone={tones[state]} isPlain>
    {holdingImportStateLabels[state]}
  </Badge>
);
