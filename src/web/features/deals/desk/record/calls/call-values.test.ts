import { describe, expect, it } from "vitest";
import { type CallValues, callFormSchema, toCallInput, toCallValues } from "./calls-part.tsx";

const values: CallValues = {
  date: "2027-06-14",
  from: "18:30",
  to: "19:30",
  about: "Video, one hour",
  join_url: "https://video.example/alder",
};

const errorsOf = (changes: Partial<CallValues>) =>
  (callFormSchema.safeParse({ ...values, ...changes }).error?.issues ?? []).map(({ path, message }) => [
    path.join("."),
    message,
  ]);

describe("A call as the form holds it", () => {
  it("A call is on one day in London, in summer an hour before UTC", () => {
    const input = {
      starts_at: "2027-06-14T17:30:00.000Z",
      ends_at: "2027-06-14T18:30:00.000Z",
      about: "Video, one hour",
      join_url: "https://video.example/alder",
    };
    expect(toCallInput(values)).toEqual(input);
    const call = { ...input, id: "c", updated_at: input.starts_at, cancelled_reason: null, people: [] };
    expect(toCallValues(call)).toEqual(values);
  });

  it("A call may end after midnight", () => {
    const late = toCallInput({ ...values, from: "23:30", to: "00:15" });
    expect([late.starts_at, late.ends_at]).toEqual(["2027-06-14T22:30:00.000Z", "2027-06-14T23:15:00.000Z"]);
    expect(errorsOf({ from: "23:30", to: "00:15" })).toEqual([]);
    expect(errorsOf({ to: "17:30" })).toEqual([["to", "A call ends after it begins, and within 8 hours"]]);
  });

  it("A wrong call is refused at the control that is wrong", () => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ date: "" })).toEqual([["date", "This field is required"]]);
    expect(errorsOf({ from: "" })).toEqual([["from", "Give a date and a time"]]);
    expect(errorsOf({ to: "18:30" })).toEqual([["to", "A call ends after it begins, and within 8 hours"]]);
    expect(errorsOf({ about: " " })).toEqual([["about", "This field is required"]]);
    expect(errorsOf({ join_url: "http://video.example" })).toEqual([
      ["join_url", "Give the address to join at, beginning with https://"],
    ]);
  });
});
