import type { EventAnswer, EventAudience } from "./event-messages.ts";

export const eventAudienceLabels: Record<EventAudience, string> = {
  members: "All members",
  approved: "Approved members",
  investors: "Approved members with a valid statement",
};

export const eventAnswerLabels: Record<EventAnswer, string> = {
  going: "Going",
  offered: "Offered a place",
  waiting: "Waiting",
  not_going: "Not going",
  lapsed: "Did not take the place",
};

export const eventDeskMessages = {
  loading: "Loading the events",
  cancelText: (count: number) =>
    count === 0
      ? "Nobody has answered yet. Members see it as cancelled for 30 days."
      : `${count === 1 ? "One person who is going or waits is" : `${count} people who are going or wait are`} told by mail, with your reason. Members see it as cancelled for 30 days. This cannot be undone.`,
  cancelledOn: (day: string, reason: string) => `Cancelled on ${day}: ${reason}`,
  attendedBy: (name: string) => `${name} was there`,
  notBegun: "Who was there can be noted from two hours before the event begins, unless it is cancelled.",
  noName: "No name yet",
  tooSmall: (taken: number) =>
    `${taken === 1 ? "1 place is" : `${taken} places are`} taken or offered. Please enter at least ${taken}.`,
  wholeNumber: "Please enter a whole number from 1 to 100,000.",
  hoursNumber: "Please enter a whole number of hours from 1 to 168.",
  afterStart: "Please choose a time before the event begins.",
  changedMeanwhile: "Somebody else has changed this event meanwhile. Please look at it again.",
  closed: "This event is over or cancelled already.",
  answered: "People have answered this event. Cancel it first: they are told. It can be removed 30 days later.",
} as const;
