import fc from "fast-check";
import { hostileText } from "./hostile-values.ts";
import { often } from "./often.ts";
import type { Operation } from "./operations.ts";
import { fitting, type Known } from "./schema-values.ts";

/** Lone surrogates cannot be encoded. */
const encoded = (text: string) => encodeURIComponent(text.slice(0, 20_000).toWellFormed());

export function pathOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
  const segment = often(3, fc.constantFrom(...known.id, "loxa"), hostileText.map(encoded));
  const filled = fc.array(segment, { minLength: 2, maxLength: 2 }).map((values) => {
    let index = 0;
    return path.replace(/\{\w+\}/g, () => values[index++] ?? "");
  });
  const queries = parameters.filter((parameter) => parameter.in === "query");
  const asked = queries.map(({ name, schema = {} }) =>
    fc.oneof(
      fc.constant(""),
      fitting(schema, known, name).map((json) => `${name}=${encoded(json.replace(/^"|"$/g, ""))}`),
      hostileText.map((text) => `${name}=${encoded(text)}`),
      hostileText.map((text) => `${name}=1&${name}=${encoded(text)}&${name}[]=2&${name}[a]=3`),
      fc.constant(`${name}=%`),
      fc.constant(`${name}=%ff%fe`),
      fc.constant(name),
    ),
  );
  const query = fc.tuple(...asked).map((parts) => parts.filter(Boolean).join("&"));
  const anyQuery = often(
    8,
    query,
    fc.constantFrom("?", "&&&", "__proto__[a]=1", "a=".repeat(2000), "%00=%00", "code=x&error=y&state=z"),
  );
  return fc
    .tuple(filled, anyQuery, often(10, fc.constant(""), fc.constantFrom(...pathTricks)))
    .map(([base, search, trick]) => `${trick.startsWith("/") ? trick + base : base + trick}${search && `?${search}`}`);
}

const pathTricks = [
  ..."%00|%2f|..%2f..%2fetc%2fpasswd|%2e%2e%2f|%5c..%5c|;a=b|%|%zz|%ff|%c0%ae%c0%ae|.|..|.json|.html|~|.map|%0d%0aset-cookie:a=b|%E2%80%AE".split(
    "|",
  ),
  ...[
    "/",
    "//",
    "//elsewhere.example/",
    "/./",
    "/api/..",
    "/assets/..%2f..%2f",
    "/assets/%2e%2e/%2e%2e/",
    "/.git/config",
  ],
  "a".repeat(10_000),
  "/a".repeat(2000),
];
