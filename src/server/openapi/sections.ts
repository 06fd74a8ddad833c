import { accountSections } from "./account-sections.ts";
import { clubSections } from "./club-sections.ts";
import { communitySections } from "./community-sections.ts";
import { dealSections } from "./deal-sections.ts";
import { fundsSections } from "./funds-sections.ts";
import type { Operation, Section } from "./section.ts";

/** Every operation by its place in the API's description; a new route must be added. */
export const sections: Section[] = [
  ...accountSections,
  ...communitySections,
  ...dealSections,
  ...fundsSections,
  ...clubSections,
];

export interface NamedOperation {
  id: string;
  tag: string;
  refusals: Operation extends readonly [string, ...infer Rest] ? Rest : never;
}

/** By method and path, such as "GET /events". */
export const operations: ReadonlyMap<string, NamedOperation> = new Map(
  sections.flatMap(({ name, operations: all }) =>
    Object.entries(all).map(([route, [id, ...refusals]]) => [route, { id, tag: name, refusals }] as const),
  ),
);
