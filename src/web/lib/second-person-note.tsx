import { type AnnouncedEnd, announcedMessages } from "#shared/funds/announced-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { secondPersonMessages as messages, type SecondPersonReason } from "#shared/people/second-person.ts";

interface WaitingRecord {
  refusal: SecondPersonReason | null;
  confirmable_from?: string | null;
}

interface Announced {
  takes_effect_at: string | null;
  announced_by_name: string | null;
}

/** In the place of a button that confirms, until it takes effect. @param end as the button beside it says. */
export const AnnouncedNote = ({
  record: { takes_effect_at, announced_by_name },
  end,
}: {
  record: Announced;
  end: AnnouncedEnd;
}) =>
  takes_effect_at === null ? null : (
    <p className="note num">
      {adminNameFirst(announced_by_name)} confirmed it. {announcedMessages.takesEffect(takes_effect_at, end)}
    </p>
  );

/** Returns the words after a confirmation. @param done where it took effect at once. */
export const confirmedWords =
  (done: string, end: AnnouncedEnd) =>
  ({ takes_effect_at }: Pick<Announced, "takes_effect_at">): string =>
    takes_effect_at === null ? done : announcedMessages.takesEffect(takes_effect_at, end);

/** In the place of a button that confirms: why the reader has none, and from when. */
export function SecondPersonNote({ record, other = messages.needed }: { record: WaitingRecord; other?: string }) {
  const { refusal, confirmable_from: from = null } = record;
  if (refusal === null || refusal === "announced") return null;
  return <p className="note num">{words(refusal, from && formatMoment(new Date(from)), other)}</p>;
}

function words(refusal: SecondPersonReason, from: string | null, other: string): string {
  if (refusal === "same_account") return from ? messages.otherFrom(from) : other;
  return from ? messages.youFrom(from) : `${messages.reasons[refusal]} ${other}`;
}
