import { type ExitState, exitStateLabels } from "#shared/funds/funds-exits-messages.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<ExitState, BadgeTone> = { proposed: "waiting", confirmed: "live", withdrawn: "over" };

export const ExitStateBadge = ({ state }: { state: ExitState }) => (
  <Badge tone={tones[state]} isPlain>
    {exitStateLabels[state]}
  </Badge>
);
