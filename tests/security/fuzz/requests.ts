import fc from "fast-check";
import { hostileJson, hostileText } from "./hostile-values.ts";
import { fitting, type Known, type Schema, spoilt } from "./schema-values.ts";

export const callers = ["visitor", "pending", "member", "admin"] as const;
export type Caller = (typeof callers)[number];

export interface FuzzRequest {
  caller: Caller;
  method: string;
  path: string;
  headers: [string, string][];
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Of the socket, by which guesses are counted. */
  address: string;
}

interface Parameter {
  in: string;
  name: string;
  schema?: Schema;
}
interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
}
export interface Description {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: { "application/json"?: { schema: Schema } } } }>
  >;
}

/** What the app says of itself, and what it does not: pages, files, the part of the API that is Better Auth's. */
export function operationsOf({ paths }: Description): Operation[] {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: `/api${path}`,
      parameters,
      body: requestBody?.content["application/json"]?.schema,
    })),
  );
  const undescribed = undescribedPaths.map((path) => ({ method: "GET", path, parameters: [], body: undefined }));
  const closed = closedPaths.map((path) => ({ method: "POST", path, parameters: [], body: {} }));
  return [...described, ...undescribed, ...closed];
}

const undescribedPaths = [
  ...["/", "/about", "/insights", "/insights/angel-syndicates", "/members", "/members/investments/loxa", "/login"],
  ...["/robots.txt", "/sitemap.xml", "/feed.xml", "/favicon.svg", "/assets/missing.js", "/nowhere", "/not-found"],
  ...["/healthz", "/readyz", "/api/openapi.json", "/api/docs", "/api/docs/start.js", "/api/nothing", "/api"],
  ...[
    "/api/auth/get-session",
    "/api/auth/callback/google",
    "/api/auth/list-sessions",
    "/api/auth/ok",
    "/api/auth/error",
  ],
];
const closedPaths = [
  ...["/api/auth/sign-up/email", "/api/auth/update-user", "/api/auth/delete-user", "/api/auth/change-email"],
  ...["/api/auth/sign-out", "/api/auth/set-password", "/api/auth/revoke-sessions", "/api/auth/token"],
];

/** Requests to one operation: mostly nearly right, so that they get far, and now and then wrong all over. */
export function requestTo(operation: Operation, known: Known, origin: string): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    caller: fc.constantFrom(...callers),
    method: often(
      12,
      fc.constant(operation.method),
      fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "get", "M-SEARCH"),
    ),
    path: pathOf(operation, known),
    headers: headersOf(origin),
    body: operation.body
      ? often(15, bodyOf(operation.body, known), fc.constant(undefined))
      : often(9, fc.constant(undefined), bodyOf({}, known)),
    address: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constantFrom("127.0.0.1", "unknown", "")),
  });
}

const often = <Value>(weight: number, usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Encoded where it can be; a lone surrogate cannot. */
const encoded = (text: string) => encodeURIComponent(text.slice(0, 20_000).toWellFormed());

function pathOf({ path, parameters }: Operation, known: Known): fc.Arbitrary<string> {
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

const contentTypes = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x", ""],
  ...[
    "application/json; charset=utf-16",
    "APPLICATION/JSON",
    "application/problem+json",
    "application/xml",
    "json",
    'a/b; c="d',
  ],
];

const oddHeaders: [string, string][] = [
  ["cookie", "a=b; ".repeat(3000)],
  ["cookie", "kindling.session_token=%"],
  ["cookie", `kindling.session_token=${"x".repeat(4000)}.${"y".repeat(43)}=`],
  ["cookie", "kindling.session_token=a.b; kindling.session_token=c.d"],
  ["cookie", "__proto__=1; =; ;;; kindling.two_factor=x"],
  ["authorization", "Bearer"],
  ["authorization", "Bearer a.b.c"],
  ["authorization", `Bearer eyJhbGciOiJub25lIn0.${"e30".repeat(2000)}.`],
  ["authorization", "Basic Og=="],
  ["accept", "application/xml;q=x, */*;q=-1"],
  ["accept", "text/html"],
  ["accept-language", "x".repeat(5000)],
  ["accept-encoding", "br;q=0, gzip;q=NaN, zstd"],
  ["range", "bytes=0-0,-1,5-2"],
  ["range", "bytes=99999999999999999999-"],
  ["if-none-match", '*, W/"'],
  ["if-modified-since", "the day before"],
  ["content-encoding", "gzip"],
  ["transfer-encoding", "chunked"],
  ["content-length", "-1"],
  ["content-length", "999999999"],
  ["x-forwarded-for", "'; drop table members; --"],
  ["x-forwarded-host", "elsewhere.example"],
  ["x-forwarded-proto", "javascript"],
  ["x-http-method-override", "DELETE"],
  ["x-client-ip", "1.2.3.4"],
  ["user-agent", "x".repeat(8000)],
  ["user-agent", "\u00ff\u0080<script>"],
  ["origin", "null"],
  ["origin", "https://elsewhere.example"],
  ["sec-fetch-site", "cross-site"],
  ["expect", "200-maybe"],
];

const headersOf = (origin: string): fc.Arbitrary<[string, string][]> =>
  fc
    .tuple(
      often(8, fc.constant("application/json"), fc.constantFrom(...contentTypes)),
      fc.array(fc.constantFrom(...oddHeaders), { maxLength: 2 }),
      fc.boolean(),
    )
    .map(([type, odd, isOdd]) => [["origin", origin], ["content-type", type], ...(isOdd ? odd : [])]);

function bodyOf(schema: Schema, known: Known): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const right = fitting(schema, known);
  return fc.oneof(
    { weight: 5, arbitrary: right },
    { weight: 8, arbitrary: spoilt(schema, known) },
    { weight: 2, arbitrary: hostileJson },
    { weight: 1, arbitrary: fc.tuple(right, fc.nat({ max: 60 })).map(([text, length]) => text.slice(0, length)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", "{", "[", '{"a":}', "NaN", "\uFEFF{}", "{} {}", "a=b&c=d", "{'a':1}", '{"a":1,}'),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes)) },
    { weight: 1, arbitrary: right.map((text) => withInvalidUtf8(text)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("--x\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--x--", "--x\r\n"),
    },
  );
}

/** The text with a byte in the middle that no UTF-8 has. */
function withInvalidUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(text));
  bytes[Math.floor(bytes.length / 2)] = 0xff;
  return bytes;
}
