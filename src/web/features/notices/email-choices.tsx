import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { choiceLabels, topicWords } from "#shared/notices/notice-preferences-messages.ts";
import { noticeTopics } from "#shared/notices/notice-topics.ts";
import type { NoticeChoiceInput, NoticeChoices } from "#shared/notices/notices.ts";
import { quietHours } from "#shared/notices/quiet-hours.ts";
import { longDate } from "#web/lib/format.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Check } from "#web/ui/icons.generated.ts";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { noticeChoicesQuery } from "./notice-queries.ts";
import { useNoticeChoices } from "./use-notice-choices.ts";

type Row = NoticeChoices["items"][number];
type Choose = (chosen: NoticeChoiceInput) => void;

/** Which emails one gets, of those that one can choose. Each tick is saved as it is made. */
export function EmailChoices() {
  const { data, isPending, refetch } = useQuery(noticeChoicesQuery);
  const [shown, choose] = useNoticeChoices(data?.items ?? []);
  return (
    <AccountSection heading="Email me when" anchor="told">
      {data && (
        <div className="account-rows">
          {data.undelivered && (
            <Notice tone="warning" title="Emails to you do not arrive" className="my-4">
              Your mail server has refused{" "}
              {data.undelivered.mails === 1 ? "an email" : `${data.undelivered.mails} emails`} since{" "}
              {longDate(data.undelivered.since)}. Until it takes one, only service emails go to this address. Look
              whether your address is right and your mailbox takes emails; what you are told is under Notices.
            </Notice>
          )}
          {shown.map((row) => (
            <Choice key={row.topic} row={row} onChoose={choose} />
          ))}
        </div>
      )}
      {data && (
        <p className="note mt-3 max-w-(--measure)">
          Saved as you tick. We always email you about money, documents, your statement and sign-in. What you choose
          here is under the bell too, with or without an email.{" "}
          {`Emails that can wait are not sent between ${quietHours.from} and ${quietHours.until}.`}
        </p>
      )}
      {isPending && (
        <Skeletons label="Loading your choices" className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Skeletons>
      )}
      {!isPending && !data && <SectionFailed text="Your choices could not be loaded." onRetry={refetch} />}
    </AccountSection>
  );
}

function Choice({ row: { topic, choice }, onChoose }: { row: Row; onChoose: Choose }) {
  const id = useId();
  const { choices } = noticeTopics[topic];
  if (choices.length === 1) return null;
  const { label, note } = topicWords[topic];
  const words = (
    <span>
      <span id={`${id}-label`}>{label}</span>
      {note && (
        <span id={`${id}-note`} className="note block">
          {note}
        </span>
      )}
    </span>
  );
  const named = { id, "aria-labelledby": `${id}-label`, ...(note && { "aria-describedby": `${id}-note` }) };
  if (choices.length > 2) {
    return (
      <label className="account-tick has-select" htmlFor={id}>
        {words}
        <Select
          {...named}
          value={choice}
          onChange={({ target }) => onChoose({ topic, choice: target.value as Row["choice"] })}
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {choiceLabels[one]}
            </option>
          ))}
        </Select>
      </label>
    );
  }
  return (
    <label className="account-tick" htmlFor={id}>
      {words}
      <span className="check-box">
        <input
          {...named}
          type="checkbox"
          checked={choice === "mail"}
          onChange={({ target }) => onChoose({ topic, choice: target.checked ? "mail" : "never" })}
        />
        <Check />
      </span>
    </label>
  );
}
