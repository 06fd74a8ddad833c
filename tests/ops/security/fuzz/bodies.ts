import fc from "fast-check";
import { hostileJson } from "./hostile-values.ts";
import { fitting, type Known, type Schema, spoilt } from "./schema-values.ts";

export function bodyOf(schema: Schema, known: Known): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
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

/** Inserts an invalid UTF-8 byte. */
function withInvalidUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(text));
  bytes[Math.floor(bytes.length / 2)] = 0xff;
  return bytes;
}
