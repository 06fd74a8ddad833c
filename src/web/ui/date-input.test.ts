import { describe, expect, it } from "vitest";
import { dateOf, partsOf, problemOf, splitDate, wholeDate } from "./date-input.tsx";

const boxes = (day: string, month: string, year: string, time = "") => ({ day, month, year, time });

describe("The boxes of a date", () => {
  it.each([
    [boxes("26", "1", "2027"), "2027-01-26"],
    [boxes("05", "03", "2027"), "2027-03-05"],
    [boxes(" 5 ", "Mar", "2027"), "2027-03-05"],
    [boxes("5", "sept.", "2027"), "2027-09-05"],
    [boxes("29", "2", "2028"), "2028-02-29"],
    [boxes("29", "2", "2027"), "29/2/2027"],
    [boxes("5", "", "2027"), "5//2027"],
    [boxes("5", "3", "27"), "5/3/27"],
    [boxes("", " ", ""), ""],
  ])("The boxes %j make the value %j", (parts, value) => {
    expect(dateOf(parts)).toBe(value);
  });

  it("The boxes show a value, and text that was no date as it was typed", () => {
    expect(partsOf("2027-03-05")).toEqual(boxes("5", "3", "2027"));
    expect(partsOf("29/Feb/2027")).toEqual(boxes("29", "Feb", "2027"));
    expect(partsOf("")).toEqual(boxes("", "", ""));
  });

  it("The boxes have a time where one is asked", () => {
    expect(dateOf(boxes("20", "7", "2030", "12:00"), true)).toBe("2030-07-20T12:00");
    expect(dateOf(boxes("20", "OCT", "2030"), true)).toBe("2030-10-20T");
    expect(partsOf("2030-07-20T12:00", true)).toEqual(boxes("20", "7", "2030", "12:00"));
    expect(partsOf("20/OCT/T", true)).toEqual(boxes("20", "OCT", ""));
    expect(problemOf(boxes("20", "7", "2030"), true)).toEqual({ parts: ["time"], message: "Fill in the time" });
  });

  it.each([
    [boxes("5", "", ""), "Fill in the month and the year"],
    [boxes("5", "13", "2027"), "Enter the month as a number from 1 to 12 or a name, such as Mar"],
    [boxes("5", "Foo", "2027"), "Enter the month as a number from 1 to 12 or a name, such as Mar"],
    [boxes("5", "3", "27"), "Enter the year with four digits"],
    [boxes("30", "2", "2027"), "Enter a day from 1 to 28: February 2027 has 28 days"],
    [boxes("x", "Mar", "2027"), "Enter a day from 1 to 31: March 2027 has 31 days"],
  ])("The problem of the boxes %j reads %j", (parts, message) => {
    expect(problemOf(parts)?.message).toBe(message);
  });

  it("A date in the boxes has no problem, nor have empty boxes", () => {
    expect(problemOf(boxes("26", "Jan", "2027"))).toBeUndefined();
    expect(problemOf(boxes("", "", ""))).toBeUndefined();
  });

  it.each([
    ["26/01/2027", "2027-01-26"],
    [" 27.3.1980 ", "1980-03-27"],
    ["27 03 1980", "1980-03-27"],
    ["27031980", "1980-03-27"],
    ["20270126", "2027-01-26"],
    ["2027-01-26", "2027-01-26"],
    ["5 Jan 2027", "2027-01-05"],
    ["26-Jan-27", "2027-01-26"],
    ["27", undefined],
    ["46048", undefined],
  ])("The date %j, pasted into one box, is read as %j", (text, day) => {
    expect(wholeDate(text)).toBe(day);
  });

  it.each([
    ["31 2 2027", boxes("31", "2", "2027")],
    ["31022027", boxes("31", "2", "2027")],
    ["31/Feb/2027", boxes("31", "Feb", "2027")],
    ["31/02/2027", boxes("31", "2", "2027")],
    [" 2027-02-31 ", boxes("31", "2", "2027")],
    ["31", undefined],
    ["31 2", undefined],
  ])("The text %j, typed into one box, is split into %j, with its problem", (text, parts) => {
    expect(splitDate(text)).toEqual(parts && { day: parts.day, month: parts.month, year: parts.year });
    if (parts) expect(problemOf(parts)?.message).toBe("Enter a day from 1 to 28: February 2027 has 28 days");
  });

  it("A date that is typed into one box is read once its whole year is there", () => {
    expect(wholeDate("27/3/19", true)).toBeUndefined();
    expect(wholeDate("27/3/1980", true)).toBe("1980-03-27");
  });
});
