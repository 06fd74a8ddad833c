import { announcedMessages } from "#shared/funds/announced-messages.ts";
import type { Exit } from "#shared/funds/funds-exits.ts";
import { type ExitState, exitStateLabels } from "#shared/funds/funds-exits-messages.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<ExitState, BadgeTone> = { proposed: "waiting", confirmed: "live", withdrawn: "over" };

export const ExitStateBadge = ({ exit: { state, takes_effect_at } }: { exit: Exit }) => (
  <Badge tone={tones[state]} isPlain>
    {takes_effect_at === null ? exitStateLabels[state] : announcedMessages.state}
  </Badge>
);
