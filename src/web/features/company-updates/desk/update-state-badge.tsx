import { type UpdateState, updateStateLabels } from "#shared/company-updates/company-updates-messages.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";

const tones: Record<UpdateState, BadgeTone> = {
  not_asked: "over",
  awaited: "waiting",
  to_publish: "waiting",
  published: "live",
  missed: "refused",
};

export const UpdateStateBadge = ({ state }: { state: UpdateState }) => (
  <Badge tone={tones[state]} isPlain>
    {updateStateLabels[state]}
  </Badge>
);
