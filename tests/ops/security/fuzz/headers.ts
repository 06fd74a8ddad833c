import fc from "fast-check";
import { often } from "./often.ts";

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

export const headersOf = (origin: string): fc.Arbitrary<[string, string][]> =>
  fc
    .tuple(
      often(8, fc.constant("application/json"), fc.constantFrom(...contentTypes)),
      fc.array(fc.constantFrom(...oddHeaders), { maxLength: 2 }),
      fc.boolean(),
    )
    .map(([type, odd, isOdd]) => [["origin", origin], ["content-type", type], ...(isOdd ? odd : [])]);
