import type { ContentOf } from "#shared/content/content.ts";
import type { EventAnswer } from "#shared/events/event-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { getCalendarDomain } from "../../platform/http/calendar-domain.ts";
import { type CalendarEntry, calendarOf } from "../../platform/http/calendar-file.ts";
import { findRecipient, type MailContext, type Recipient, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { numbered } from "./to-event.ts";

interface Mailed {
  user_id: string;
  event_id: string;
}

const live: readonly EventAnswer[] = ["going", "waiting", "offered"];

/** Finds the answer as it is when the mail leaves: a person who does not come any more gets none. */
async function findAnswered(context: MailContext, { user_id, event_id }: Mailed) {
  const person = await findRecipient(context, user_id);
  const row = await context.read
    .selectFrom("event_answers as a")
    .innerJoin("event_places as p", "p.event_id", "a.event_id")
    .innerJoin("content_items as c", "c.id", "a.event_id")
    .select(["a.state", "a.guest_name", "a.offered_until", "a.answered_at", "a.entry_changes"])
    .select(["c.slug", "c.published", "c.is_example"])
    .select(["p.starts_at", "p.ends_at", "p.cancelled_at", "p.cancelled_reason", "p.sequence", "p.changed_at"])
    .select("p.capacity")
    .where("a.user_id", "=", user_id)
    .where("a.event_id", "=", event_id)
    .where("c.published", "is not", null)
    .executeTakeFirst();
  if (!person || !row) return undefined;
  const content = row.published as unknown as ContentOf<"event">;
  const title = row.is_example ? `Example: ${content.title}` : content.title;
  return { person, ...row, content: { ...content, title } };
}

type Answered = NonNullable<Awaited<ReturnType<typeof findAnswered>>>;

const when = ({ starts_at, content }: Answered) => `${formatMoment(starts_at)} (London time), ${content.location}`;

const cannotCome = ({ capacity }: Answered): string =>
  capacity === null
    ? "If you can’t come, please say so."
    : "If you can’t come, please say so, so that somebody else can have the place.";

/** With the entry for their calendar, or what takes it out. A later answer has a mail of its own. */
const writeAnswered: WriteMail<Mailed & { answered_at: string }> = async (context, data) => {
  const { appUrl, club, now } = context;
  const event = await findAnswered(context, data);
  if (event?.answered_at.toISOString() !== data.answered_at || event.cancelled_at || event.ends_at <= now())
    return undefined;
  const { person, state, content, guest_name } = event;
  const isGoing = state === "going";
  return {
    to: person.email,
    calendar: { method: isGoing ? "REQUEST" : "CANCEL", text: await entryFor(event, person, context, !isGoing) },
    content: {
      subject: isGoing ? `You are going: ${content.title}` : `You are not going: ${content.title}`,
      preview: when(event),
      heading: content.title,
      name: person.name,
      body: isGoing
        ? [`You are going${guest_name ? `, with ${guest_name}` : ""}: ${when(event)}.`, cannotCome(event)]
        : [`You said that you are not coming on ${when(event)}.`],
      action: { label: "See the event", url: pageUrl(appUrl, paths.events), tone: "act" },
      afterword: [`The file in this mail ${isGoing ? "puts it into" : "takes it out of"} your calendar.`],
      reason: `You get this email because you answered an event of ${club.identity.name}.`,
    },
  };
};

/** A person who waits has no entry in a calendar. A person who was offered a place meanwhile has another mail. */
const writeWaiting: WriteMail<Mailed & { answered_at: string }> = async (context, data) => {
  const { appUrl, club, now } = context;
  const event = await findAnswered(context, data);
  if (event?.state !== "waiting" || event.answered_at.toISOString() !== data.answered_at) return undefined;
  if (event.cancelled_at || event.starts_at <= now()) return undefined;
  const { person, content, guest_name } = event;
  return {
    to: person.email,
    content: {
      subject: `You are on the waiting list for ${content.title}`,
      preview: when(event),
      heading: content.title,
      name: person.name,
      body: [
        `You are on the waiting list${guest_name ? `, with ${guest_name}` : ""}: ${when(event)}.`,
        `When ${guest_name ? "two places are" : "a place is"} free for you, a mail says so, and by when to answer.`,
      ],
      action: { label: "See the event", url: pageUrl(appUrl, paths.events), tone: "act" },
      afterword: ["If you don’t want to wait any more, please leave the list."],
      reason: `You get this email because you wait for a place at an event of ${club.identity.name}.`,
    },
  };
};

/** With the calendar entry of before, changed or cancelled. */
const writeChanged: WriteMail<Mailed & { sequence: number }> = async (context, data) => {
  const { appUrl, club } = context;
  const event = await findAnswered(context, data);
  // A later change has a mail of its own.
  if (!event || event.sequence !== data.sequence || !live.includes(event.state)) return undefined;
  const { person, state, content, cancelled_at, cancelled_reason } = event;
  const heading = cancelled_at ? `${content.title} is cancelled` : `${content.title} has changed`;
  return {
    to: person.email,
    calendar: { method: cancelled_at ? "CANCEL" : "REQUEST", text: await entryFor(event, person, context) },
    content: {
      subject: heading,
      preview: cancelled_at ? "You need do nothing." : `Now: ${when(event)}`,
      heading,
      name: person.name,
      body: cancelled_at
        ? [`It was to be on ${when(event)}. The reason:`, { quote: cancelled_reason ?? "" }]
        : [
            `It is now on ${when(event)}.`,
            state === "going"
              ? "Your place is kept. If you can’t come now, please say so: somebody else may want it."
              : "Your place on the waiting list, or the place that is free for you, is kept.",
          ],
      action: { label: "See the event", url: pageUrl(appUrl, paths.events), tone: "act" },
      afterword: ["The file in this mail changes the entry in your calendar, if you have one."],
      reason: `You get this email because you answered an event of ${club.identity.name}.`,
    },
  };
};

const entryFor = async (
  event: Answered,
  { email, name }: Recipient,
  { read, club }: MailContext,
  isTakenOut = event.cancelled_at !== null,
  { title, description, location }: Pick<CalendarEntry, "title" | "description" | "location"> = event.content,
): Promise<string> =>
  calendarOf(
    [
      {
        id: event.slug,
        start: event.starts_at,
        end: event.ends_at,
        ...numbered(event),
        title,
        ...(description && { description }),
        ...(location && { location }),
        isCancelled: isTakenOut,
        isTentative: event.state !== "going",
      },
    ],
    { domain: await getCalendarDomain(read), club, invited: { email, name, isGoing: event.state === "going" } },
  );

const writeOffer: WriteMail<Mailed & { offered_until: string }> = async (context, data) => {
  const { appUrl, club, now } = context;
  const event = await findAnswered(context, data);
  const until = new Date(data.offered_until);
  if (event?.state !== "offered" || event.offered_until?.getTime() !== until.getTime() || until <= now())
    return undefined;
  const { person, content, guest_name } = event;
  const isWanted = await isWaitedFor(context, data.event_id);
  return {
    to: person.email,
    content: {
      subject: `A place is free at ${content.title}`,
      preview: `Yours until ${formatMoment(until)}.`,
      heading: guest_name ? "Two places are free for you" : "A place is free for you",
      name: person.name,
      body: [
        `${content.title}: ${when(event)}.`,
        `You were next on the waiting list. The place is yours if you take it by ${formatMoment(until)} (London time)${isWanted ? "; then it goes to the next" : ""}.`,
      ],
      action: { label: "Take the place", url: pageUrl(appUrl, paths.events), tone: "act" },
      afterword: [`If you don’t want it any more, please let it go${isWanted ? ": somebody waits" : ""}.`],
      reason: `You get this email because you wait for a place at an event of ${club.identity.name}.`,
    },
  };
};

async function isWaitedFor({ read }: MailContext, eventId: string): Promise<boolean> {
  const waiting = read.selectFrom("event_answers").select("id").where("event_id", "=", eventId);
  return (await waiting.where("state", "=", "waiting").limit(1).executeTakeFirst()) !== undefined;
}

const writeOfferEnded: WriteMail<Mailed> = async (context, data) => {
  const { appUrl, club } = context;
  const event = await findAnswered(context, data);
  if (event?.state !== "lapsed") return undefined;
  const { person, content } = event;
  return {
    to: person.email,
    content: {
      subject: `The place at ${content.title} was not taken in time`,
      preview: "You can answer again.",
      heading: "The place was not taken in time",
      name: person.name,
      body: [
        `A place was free for you at ${content.title}. It was not taken in time, and is not kept for you any more.`,
      ],
      action: { label: "See the event", url: pageUrl(appUrl, paths.events), tone: "act" },
      afterword: ["If you still want to come, you can answer again."],
      reason: `You get this email because you waited for a place at an event of ${club.identity.name}.`,
    },
  };
};

/** Without a title, also in what takes the entry out: the event is not for its reader any more. */
const writePlaceLost: WriteMail<Mailed> = async (context, data) => {
  const person = await findRecipient(context, data.user_id);
  if (!person) return undefined;
  const { name, contact_email } = context.club.identity;
  const event = await findAnswered(context, data);
  const hadEntry = event?.state === "not_going" && event.entry_changes > 0;
  const title = `An event of ${name}`;
  return {
    to: person.email,
    ...(hadEntry && { calendar: { method: "CANCEL", text: await entryFor(event, person, context, true, { title }) } }),
    content: {
      subject: "Your place at an event is free again",
      preview: "The event is not open to you any more.",
      heading: "Your place at an event is free again",
      name: person.name,
      body: [
        "You had answered an event that is only for some members: those who are approved, or whose investor statement is valid. As that is not so for you now, your place was given back.",
      ],
      afterword: [
        `Once it is so again, you can answer anew. If this looks wrong, write to ${contact_email}.`,
        ...(hadEntry ? ["The file in this mail takes the event out of your calendar."] : []),
      ],
      reason: `You get this email because you answered an event of ${name}.`,
    },
  };
};

const writeReminder: WriteMail<Mailed> = async (context, data) => {
  const { appUrl, club, now } = context;
  const event = await findAnswered(context, data);
  if (event?.state !== "going" || event.cancelled_at || event.starts_at <= now()) return undefined;
  const { person, content, guest_name } = event;
  return {
    to: person.email,
    content: {
      subject: `Tomorrow: ${content.title}`,
      preview: when(event),
      heading: content.title,
      name: person.name,
      body: [`You are going${guest_name ? `, with ${guest_name}` : ""}: ${when(event)}.`, cannotCome(event)],
      action: { label: "See the event", url: pageUrl(appUrl, paths.events), tone: "act" },
      afterword: [],
      reason: `You get this email because you said that you come to an event of ${club.identity.name}.`,
    },
  };
};

export const eventMails = {
  "event-answered": writeAnswered,
  "event-cancelled": writeChanged,
  "event-changed": writeChanged,
  "event-offer": writeOffer,
  "event-offer-ended": writeOfferEnded,
  "event-place-lost": writePlaceLost,
  "event-reminder": writeReminder,
  "event-waiting": writeWaiting,
};
