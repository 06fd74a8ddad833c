import type { Policy } from "#server/platform/http/policy.ts";
import { groupBy } from "#shared/group-by.ts";

/** The values to try for each field of a row. A field that a policy starts to read has to be added, or it does not compile. */
export type Values<Row> = { [Field in keyof Row]-?: readonly Row[Field][] };

interface Field {
  name: string;
  values: readonly unknown[];
}

/**
 * The conditions of each action, one line per alternative. They are derived from what the policy answers to every combination
 * of values, so that a change of any single condition changes a line.
 */
export function conditionsOf<Row, Action extends string>(policy: Policy<Row, Action>, values: Values<Row>): string[] {
  const record = Object.entries<readonly unknown[]>(values).map(([name, given]) => ({ name, values: given }));
  const fields: Field[] = [{ name: "isAdmin", values: yesNo }, { name: "isMember", values: yesNo }, ...record];
  const answers = combinationsOf(fields.map((field) => field.values)).map((row) => {
    const { isAdmin, isMember, ...rest } = Object.fromEntries(fields.map(({ name }, index) => [name, row[index]]));
    return policy({ userId: "me", isAdmin: isAdmin === true, isMember: isMember === true }, rest as Row);
  });
  return (Object.keys(answers[0] ?? {}) as Action[]).flatMap((action) => {
    const alternatives = alternativesOf(
      answers.map((can) => can[action]),
      fields,
    );
    return alternatives.length > 0 ? alternatives.map((words) => `${action}: ${words}`) : [`${action}: never`];
  });
}

const yesNo = [false, true];

/** The last list varies fastest. */
const combinationsOf = <Value>(lists: readonly (readonly Value[])[]): Value[][] =>
  lists.reduce<Value[][]>((begun, list) => begun.flatMap((row) => list.map((value) => [...row, value])), [[]]);

function alternativesOf(isAllowed: readonly boolean[], fields: readonly Field[]): string[] {
  const strides = fields.map((_, index) =>
    fields.slice(index + 1).reduce((size, { values }) => size * values.length, 1),
  );
  const positionOf = (place: number, index: number) =>
    Math.floor(place / (strides[index] ?? 1)) % (fields[index]?.values.length ?? 1);
  const isRead = fields.map((_, index) =>
    isAllowed.some((allowed, place) => allowed !== isAllowed[place - positionOf(place, index) * (strides[index] ?? 1)]),
  );
  const read = fields.filter((_, index) => isRead[index]);
  const readIndexes = fields.flatMap((_, index) => (isRead[index] ? [index] : []));
  const places = combinationsOf(read.map(({ values }) => values.map((_, position) => position)));
  const placeOf = (row: readonly number[]) =>
    row.reduce((place, position, order) => place + position * (strides[readIndexes[order] ?? 0] ?? 0), 0);
  let boxes = places.filter((row) => isAllowed[placeOf(row)]).map((row) => row.map((position) => [position]));
  for (const order of read.keys()) boxes = joinedAlong(order, boxes);
  return boxes.map(
    (box) =>
      box
        .map((chosen, order) => wordsOf(read[order], chosen))
        .filter(Boolean)
        .join(", ") || "always",
  );
}

/** Joins the boxes that differ in this field only. */
function joinedAlong(order: number, boxes: readonly number[][][]): number[][][] {
  const groups = groupBy(boxes, (box) => JSON.stringify(box.with(order, [])));
  return [...groups.values()].map((group) => {
    const chosen = group.flatMap((box) => box[order] ?? []).sort((a, b) => a - b);
    return (group[0] ?? []).with(order, chosen);
  });
}

function wordsOf(field: Field | undefined, chosen: readonly number[]): string {
  if (!field || chosen.length === field.values.length) return "";
  const values = chosen.map((position) => field.values[position]);
  if (values.length === 1 && typeof values[0] === "boolean") return values[0] ? field.name : `not ${field.name}`;
  return `${field.name} = ${values.map(textOf).join(" or ")}`;
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
}
