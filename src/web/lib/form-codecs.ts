import { type ZodType, z } from "zod";
import { fromLondonTime } from "#shared/london-time.ts";
import { plainPounds } from "#shared/pence.ts";
import { isBlank, orNaN, readBp, readCount, readPounds, readPrice, readShares } from "#shared/typed-numbers.ts";

/**
 * What a control holds, and what the API takes. Text that cannot be read becomes a value that the API's schema refuses, so that
 * the field shows the API's message.
 */
const typed = <Value>(read: (text: string) => Value, write: (value: Value) => string) =>
  z.codec(z.string(), z.custom<Value>(), { decode: read, encode: write });

const orBlank = <Value, Empty>(empty: Empty, read: (text: string) => Value, write: (value: Value) => string) =>
  typed<Value | Empty>(
    (text) => (isBlank(text) ? empty : read(text)),
    (value) => (value === empty ? "" : write(value as Value)),
  );

const toPence = (text: string): number => orNaN(readPounds(text));
const toCount = (text: string): number => orNaN(readCount(text));
const toShares = (text: string): number => orNaN(readShares(text));
const writeCount = (value: number): string => value.toLocaleString("en-GB");

/** "£1,000.50" and 100050. */
export const pounds = typed(toPence, plainPounds);
export const poundsOrNull = orBlank(null, toPence, plainPounds);
export const poundsOrZero = orBlank(0, toPence, plainPounds);
/** "1,000" and 1000. */
export const count = typed(toCount, writeCount);
export const shares = typed(toShares, writeCount);
export const sharesOrNull = orBlank(null, toShares, writeCount);
export const countOrNull = orBlank(null, toCount, writeCount);
/** "12.5%" and 1250. */
export const percent = typed(
  (text) => orNaN(readBp(text)),
  (bp) => `${bp / 100}`,
);
/** "£1,240.5" and "1240.5". */
export const price = typed(
  (text) => readPrice(text) ?? "",
  (value) => value,
);
/** "" and null. */
export const optionalText = orBlank(
  null,
  (text) => text,
  (text) => text,
);

/** The moment of a day and a time in London; "" while one is missing, which the API refuses. */
export const londonMoment = (date: string, time: string): string =>
  date && time ? fromLondonTime(date, time).toISOString() : "";

/**
 * One schema for a form: `fields` says what its controls hold and turns it into what the API takes, and `api` checks that.
 * @param words by field, of what was read from it, in place of messages of Zod.
 */
export const typedAs = <Values, Input, Output>(
  fields: ZodType<Input, Values>,
  api: ZodType<Output>,
  words: Readonly<Record<string, string | ((value: unknown) => string)>> = {},
): ZodType<Output, Values> =>
  fields.transform((input, context) => {
    const { success, data, error } = api.safeParse(input);
    if (success) return data;
    for (const { code, path, message } of error.issues) {
      const field = String(path[0]);
      const own = code === "custom" ? undefined : words[field];
      context.addIssue({
        code: "custom",
        path: [...path],
        message: (typeof own === "function" ? own((input as Record<string, unknown>)[field]) : own) ?? message,
      });
    }
    return z.NEVER;
  });
