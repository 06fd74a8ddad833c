import "./notices.css";
import { useQuery } from "@tanstack/react-query";
import {
  choiceLabels,
  noticePreferencesMessages as messages,
  topicNote,
  topicWords,
} from "#shared/notices/notice-preferences-messages.ts";
import { type NoticeChoice, type NoticeTopic, noticeTopics } from "#shared/notices/notice-topics.ts";
import type { NoticeChoiceInput, NoticeChoices } from "#shared/notices/notices.ts";
import { quietHours } from "#shared/notices/quiet-hours.ts";
import { longDate } from "#web/lib/format.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { noticeChoicesQuery } from "./notice-queries.ts";
import { useNoticeChoices } from "./use-notice-choices.ts";

type Row = NoticeChoices["items"][number];

const memberWays: readonly NoticeChoice[] = ["mail", "weekly", "here", "never"];
const adminWays: readonly NoticeChoice[] = ["mail", "daily", "never"];

export function PreferencesSection() {
  const { data, isPending, refetch } = useQuery(noticeChoicesQuery);
  const [shown, choose] = useNoticeChoices(data?.items ?? []);
  const isForAdmins = ({ topic }: Row) => noticeTopics[topic].audience === "admin";
  const adminRows = shown.filter(isForAdmins);
  return (
    <AccountSection heading="What you are told, and how" part="told">
      {data && (
        <>
          {data.undelivered && (
            <Notice tone="warning" title="Mails to you do not arrive" className="mb-4">
              Your mail server has refused {data.undelivered.mails} mails since {longDate(data.undelivered.since)}. Look
              whether your address is right and your mailbox takes mails; what you are told is under Notices.
            </Notice>
          )}
          <Ways rows={shown.filter((row) => !isForAdmins(row))} ways={memberWays} onChoose={choose} />
          <p className="note mt-3 max-w-(--measure)">{`The weekly mail comes on Monday at 08:00 and only if something waits. Between ${quietHours.from} and ${quietHours.until} mails may wait for the morning, but for what cannot wait, such as security, a payment’s deadline, receipts and places at events.`}</p>
          {adminRows.length > 0 && (
            <>
              <h4 className="mt-6 mb-1 font-text font-[550]">For admins</h4>
              <Ways rows={adminRows} ways={adminWays} labels={{ mail: messages.atOnce }} onChoose={choose} />
              <p className="note mt-3 max-w-(--measure)">
                One mail for all of it: at once means within ten minutes, once a day means at 08:00.
              </p>
            </>
          )}
        </>
      )}
      {isPending && (
        <Skeletons label="Loading your choices" className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Skeletons>
      )}
      {!isPending && !data && <SectionFailed text="Your choices did not load." onRetry={refetch} />}
    </AccountSection>
  );
}

interface WaysProps {
  rows: readonly Row[];
  ways: readonly NoticeChoice[];
  labels?: Partial<Record<NoticeChoice, string>>;
  onChoose: (chosen: NoticeChoiceInput) => void;
}

/** A row of radio buttons for each topic; each button carries its own label, which wide screens show once above. */
function Ways({ rows, ways, labels = {}, onChoose }: WaysProps) {
  const labelOf = (way: NoticeChoice) => labels[way] ?? choiceLabels[way];
  return (
    <div className="told-ways" data-ways={ways.length}>
      <div className="told-head" aria-hidden="true">
        <span>About</span>
        {ways.map((way) => (
          <span key={way}>{labelOf(way)}</span>
        ))}
      </div>
      {rows.map(({ topic, choice }) => (
        <fieldset key={topic} className="told-row">
          <legend className="sr-only">{topicWords[topic].label}</legend>
          <div className="told-about">
            <b aria-hidden="true">{topicWords[topic].label}</b>
            <span className="told-note">{topicNote(topic)}</span>
          </div>
          {ways.map((way) => (
            <Way
              key={way}
              topic={topic}
              way={way}
              label={labelOf(way)}
              isChosen={way === choice}
              onChoose={() => onChoose({ topic, choice: way })}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface WayProps {
  topic: NoticeTopic;
  way: NoticeChoice;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Way({ topic, way, label, isChosen, onChoose }: WayProps) {
  const choices: readonly NoticeChoice[] = noticeTopics[topic].choices;
  if (!choices.includes(way)) {
    return (
      <span className="told-way is-not-possible" aria-hidden="true">
        –
      </span>
    );
  }
  return (
    <label className="told-way">
      <input
        type="radio"
        name={`told-${topic}`}
        checked={isChosen}
        disabled={choices.length === 1}
        onChange={onChoose}
      />
      <span className="told-label">{label}</span>
    </label>
  );
}
