import { eventAnswerMessages as messages } from "#shared/events/event-messages.ts";
import type { DeskEvent } from "#shared/events/events.ts";
import { Badge } from "#web/ui/badge.tsx";

export function DeskEventBadge({ event: { cancelled_at, can } }: { event: DeskEvent }) {
  if (cancelled_at) return <Badge tone="refused">{messages.cancelled}</Badge>;
  return can.change ? (
    <Badge tone="upcoming">{messages.upcoming}</Badge>
  ) : (
    <Badge tone="over">{messages.completed}</Badge>
  );
}
