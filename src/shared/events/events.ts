import { z } from "zod";
import { givenMomentSchema, listOf, momentSchema, pageQuerySchema } from "#shared/lists.ts";
import { namedObject } from "#shared/named-object.ts";
import { lineSchema, nameSchema, textSchema } from "#shared/text.ts";
import { eventDeskMessages as desk } from "./event-desk-messages.ts";
import { eventAnswers, eventAudiences, guestNameLength } from "./event-messages.ts";

const ownAnswerSchema = z.object({
  state: z.enum(eventAnswers),
  guest_name: z.string().nullable(),
  /** The turn is the place on the waiting list: 1 is next. */
  turn: z.number().int().nullable(),
  offered_until: momentSchema.nullable(),
  was_there: z.boolean(),
});
export type OwnEventAnswer = z.infer<typeof ownAnswerSchema>;

export const eventSchema = namedObject("Event", {
  id: z.string(),
  title: z.string(),
  /** Start. */
  date: momentSchema,
  ends_at: momentSchema,
  /** London time, "18:30–20:30", or "19:00 – 6 June 2027, 00:30" where it ends on another day. */
  time: z.string(),
  location: z.string(),
  /** Who was ticked at the door, with their guests; as typed in the text where nobody was. */
  attendees: z.number().int(),
  status: z.enum(["upcoming", "completed", "cancelled"]),
  description: z.string(),
  is_example: z.boolean(),
  /** It is `null` without a limit. */
  capacity: z.number().int().nullable(),
  /** Guests, and places that are offered, count. */
  taken: z.number().int(),
  waiting: z.number().int(),
  guests_allowed: z.boolean(),
  answer_until: momentSchema.nullable(),
  offer_hours: z.number().int(),
  cancelled_at: momentSchema.nullable(),
  cancelled_reason: z.string().nullable(),
  answer: ownAnswerSchema.nullable(),
  can: z.object({ answer: z.boolean() }),
});
export type ClubEvent = z.infer<typeof eventSchema>;
export const eventListSchema = listOf(eventSchema).meta({ id: "EventList" });

export const guestNameSchema = nameSchema
  .min(1)
  .max(guestNameLength, `Please use at most ${guestNameLength} characters`);
export const eventAnswerSchema = z
  .strictObject({
    going: z.boolean(),
    guest_name: guestNameSchema.nullable().default(null),
    waits: z.boolean().default(false),
  })
  .meta({ id: "EventAnswer" });

export const calendarFeedSchema = namedObject("CalendarFeed", { created_at: momentSchema.nullable() });
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;
/** The URL is not shown again. */
export const newCalendarFeedSchema = namedObject("NewCalendarFeed", { url: z.string(), created_at: momentSchema });
export type NewCalendarFeed = z.infer<typeof newCalendarFeedSchema>;

export const deskEventSchema = namedObject("DeskEvent", {
  /** The id is that of the content. */
  id: z.uuid(),
  title: z.string(),
  starts_at: momentSchema,
  ends_at: momentSchema,
  audience: z.enum(eventAudiences),
  capacity: z.number().int().nullable(),
  guests_allowed: z.boolean(),
  answer_until: momentSchema.nullable(),
  offer_hours: z.number().int(),
  taken: z.number().int(),
  /** People, without their guests. */
  going: z.number().int(),
  offered: z.number().int(),
  waiting: z.number().int(),
  cancelled_at: momentSchema.nullable(),
  cancelled_reason: z.string().nullable(),
  revision: z.number().int(),
  can: z.object({ change: z.boolean(), cancel: z.boolean(), note_attendance: z.boolean() }),
});
export type DeskEvent = z.infer<typeof deskEventSchema>;
export const deskEventListSchema = listOf(deskEventSchema).meta({ id: "DeskEventList" });

const expectedRevision = { expected_revision: z.number().int().positive() };
export const eventPlacesSchema = z.strictObject({
  audience: z.enum(eventAudiences),
  capacity: z
    .number(desk.wholeNumber)
    .int(desk.wholeNumber)
    .min(1, desk.wholeNumber)
    .max(100_000, desk.wholeNumber)
    .nullable(),
  guests_allowed: z.boolean(),
  answer_until: givenMomentSchema.nullable(),
  offer_hours: z.number(desk.hoursNumber).int(desk.hoursNumber).min(1, desk.hoursNumber).max(168, desk.hoursNumber),
});
export const eventPlacesUpdateSchema = eventPlacesSchema.extend(expectedRevision).meta({ id: "EventPlacesUpdate" });
export const eventCancelSchema = z
  .strictObject({
    ...expectedRevision,
    reason: textSchema.trim().min(1, "Please fill this in.").max(1000, "Please use at most 1000 characters"),
  })
  .meta({ id: "EventCancel" });

export const attendeeSchema = namedObject("Attendee", {
  id: z.uuid(),
  /** It is `null` for a person without a name. */
  full_name: z.string().nullable(),
  guest_name: z.string().nullable(),
  state: z.enum(eventAnswers),
  /** On the waiting list, by the order in which people came. */
  turn: z.number().int().nullable(),
  answered_at: momentSchema,
  offered_until: momentSchema.nullable(),
  attended_at: momentSchema.nullable(),
});
export type EventAttendee = z.infer<typeof attendeeSchema>;
export const attendeeListSchema = listOf(attendeeSchema).meta({ id: "AttendeeList" });
export const attendeeQuerySchema = pageQuerySchema.extend({
  /** Part of the name of a member or a guest. */
  q: lineSchema.trim().optional(),
});
export type AttendeeQuery = z.infer<typeof attendeeQuerySchema>;
export const attendanceSchema = z.strictObject({ attended: z.boolean() }).meta({ id: "Attendance" });
