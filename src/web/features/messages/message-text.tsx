import { richTextValues } from "#shared/content/rich-text-values.ts";
import { type FieldValues, toRichText } from "#shared/messages/message-text.ts";
import { type MessageState, messageStateLabels } from "#shared/messages/message-words.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

/** As the mail shows it. */
export function MessageText({ text, values = {} }: { text: string; values?: FieldValues }) {
  const club = useClub();
  return (
    <div className="prose text-base wrap-anywhere">
      <RichText document={toRichText(text, values)} values={richTextValues(club)} />
    </div>
  );
}

const stateTones: Record<MessageState, BadgeTone> = {
  draft: "over",
  in_review: "waiting",
  scheduled: "upcoming",
  sending: "waiting",
  paused: "waiting",
  stopped: "refused",
  sent: "live",
};

export const MessageStateBadge = ({ state, isPlain = false }: { state: MessageState; isPlain?: boolean }) => (
  <Badge tone={stateTones[state]} isPlain={isPlain}>
    {messageStateLabels[state]}
  </Badge>
);
