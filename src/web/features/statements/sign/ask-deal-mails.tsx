import { useQuery } from "@tanstack/react-query";
import { topicWords } from "#shared/notices/notice-preferences-messages.ts";
import { noticeTopics } from "#shared/notices/notice-topics.ts";
import { noticeChoicesQuery } from "#web/features/notices/notice-queries.ts";
import { useNoticeChoices } from "#web/features/notices/use-notice-choices.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** Emails about deals need the member's own tick: asked for where deals have just opened, and nothing is ticked beforehand. */
export function AskDealMails() {
  const { data } = useQuery(noticeChoicesQuery);
  const [shown, choose] = useNoticeChoices(data?.items ?? []);
  const offered = shown.filter(({ topic }) => noticeTopics[topic].class === "promotion");
  if (offered.length === 0) return null;
  return (
    <fieldset className="grid gap-2">
      <legend className="field-label mb-1.5">Which emails about deals do you want?</legend>
      {offered.map(({ topic, choice }) => (
        <Checkbox
          key={topic}
          label={topicWords[topic].label}
          checked={choice === "mail"}
          onChange={({ target }) => choose({ topic, choice: target.checked ? "mail" : "never" })}
        />
      ))}
      <p className="note">Without a tick you get none. You can change this on your account page at any time.</p>
    </fieldset>
  );
}
