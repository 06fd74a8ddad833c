import { describe, expect, it } from "vitest";
import { eventDeskMessages as messages } from "#shared/events/event-desk-messages.ts";
import { type PlacesValues, placesSchema } from "./event-page.tsx";

const values: PlacesValues = {
  audience: "members",
  capacity: "",
  guests_allowed: false,
  answer_until: "",
  answer_time: "",
  offer_hours: "24",
};
const faultOf = (typed: Partial<PlacesValues>) =>
  placesSchema.safeParse({ ...values, ...typed }).error?.issues.map(({ message }) => message);

describe.each([
  ["capacity", messages.wholeNumber, ["1", "100,000"], ["0", "100,001", "1.5", "-1"]],
  ["offer_hours", messages.hoursNumber, ["1", "168"], ["0", "169", "", "two"]],
] as const)("The field for %s", (name, message, ends, beyond) => {
  it("A field of an event's places accepts both ends that its message gives", () => {
    for (const end of ends) {
      expect(message).toContain(end);
      expect(faultOf({ [name]: end })).toBeUndefined();
    }
  });

  it.each(beyond)("A field of an event's places refuses %j with the bounds", (typed) => {
    expect(faultOf({ [name]: typed })).toEqual([message]);
  });
});

it("Places are sent as numbers; none is no limit", () => {
  expect(placesSchema.parse({ ...values, capacity: " 1,000 ", offer_hours: "48" })).toMatchObject({
    capacity: 1000,
    offer_hours: 48,
  });
  expect(placesSchema.parse(values).capacity).toBeNull();
});
