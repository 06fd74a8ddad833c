import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { topicWords } from "#shared/notices/notice-preferences-messages.ts";
import { noticeTopics } from "#shared/notices/notice-topics.ts";
import type { NoticeChoices } from "#shared/notices/notices.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { noticeChoicesQuery } from "./notice-queries.ts";
import { useNoticeChoices } from "./use-notice-choices.ts";

type Row = NoticeChoices["items"][number];

/** Emails about deals need the member's own tick: it is asked for where deals are, and nothing is ticked beforehand. */
export function AskDealMails() {
  const { data } = useQuery(noticeChoicesQuery);
  return data && <Asked rows={data.items.filter(({ topic }) => noticeTopics[topic].class === "promotion")} />;
}

function Asked({ rows }: { rows: readonly Row[] }) {
  const [shown, choose] = useNoticeChoices(rows);
  // It stays for what is ticked now; whoever has ticked something before is not asked again.
  const [wasAsked] = useState(() => rows.some(({ choice }) => choice === "mail"));
  if (wasAsked || rows.length === 0) return null;
  return (
    <fieldset className="grid">
      <legend className="field-label mb-1.5">Email me when</legend>
      {shown.map(({ topic, choice }) => (
        <Checkbox
          key={topic}
          label={topicWords[topic].label}
          checked={choice === "mail"}
          onChange={({ target }) => choose({ topic, choice: target.checked ? "mail" : "never" })}
        />
      ))}
      <p className="note">
        Saved as you tick. Without a tick you read of them under the bell alone. You can change this under Account,
        Emails and notices.
      </p>
    </fieldset>
  );
}
