import { describe, expect, it, vi } from "vitest";
import type { ZodType } from "zod";

interface Typed {
  fields: ZodType;
  schema: ZodType;
}

const sources = import.meta.glob<string>(["./features/**/*.{ts,tsx}", "./lib/*.{ts,tsx}", "!./**/*.test.*"], {
  query: "?raw",
  import: "default",
});
const modules = import.meta.glob(["./features/**/*.{ts,tsx}", "./lib/*.{ts,tsx}", "!./**/*.test.*"]);

/** The schemas that a file makes while it is loaded, with the codecs of their fields. */
async function formsOf(path: string): Promise<Typed[]> {
  const forms: Typed[] = [];
  vi.resetModules();
  vi.doMock("#web/lib/form-codecs.ts", async (original) => {
    const codecs = await original<typeof import("#web/lib/form-codecs.ts")>();
    const typedAs: typeof codecs.typedAs = (fields, ...rest) => {
      const schema = codecs.typedAs(fields, ...rest);
      forms.push({ fields, schema });
      return schema;
    };
    return { ...codecs, typedAs };
  });
  await modules[path]?.();
  vi.doUnmock("#web/lib/form-codecs.ts");
  vi.resetModules();
  return forms;
}

interface Def {
  type: string;
  in?: ZodType;
  out?: ZodType;
  element?: ZodType;
  shape?: Record<string, ZodType>;
  entries?: Record<string, string>;
}
const defOf = (schema: ZodType) => schema._zod.def as unknown as Def;

/** What a form holds where this was typed into each field for a number, and nothing into the others. */
function holding(schema: ZodType, typed: string): unknown {
  const { type, in: control, out, element, shape, entries } = defOf(schema);
  if (type === "pipe" && control)
    return defOf(control).type === "string" && out && defOf(out).type === "custom" ? typed : holding(control, typed);
  if (shape) return Object.fromEntries(Object.entries(shape).map(([name, part]) => [name, holding(part, typed)]));
  if (element) return [holding(element, typed)];
  if (entries) return Object.values(entries)[0];
  return type === "boolean" ? false : "";
}

const files: string[] = [];
for (const [path, read] of Object.entries(sources)) {
  if (/(?<!const )\btypedAs\(/.test(await read())) files.push(path);
}

/** Choices that no field for a number makes. */
const chosen = new Set(["kind", "lot_id"]);

describe.each(files)("%s", (path) => {
  it("A field for a number tells in words what to type", async () => {
    const forms = await formsOf(path);
    expect(forms.length).toBeGreaterThan(0);
    const said = forms.flatMap(({ fields, schema }) =>
      ["", " ", "0", "twelve", "9,999,999,999,999"].flatMap(
        (typed) => schema.safeParse(holding(fields, typed)).error?.issues ?? [],
      ),
    );
    const raw = said.filter(
      ({ path, message }) => !chosen.has(String(path[0])) && /Invalid|xpected|NaN|Too /.test(message),
    );
    expect(raw.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual([]);
  });
});

it("The refusal of an amount tells the most that its field allows", async () => {
  const forms = await formsOf("./features/portfolio/typed/typed-part.tsx");
  const form = forms.find(({ fields }) => "gross_pence" in (defOf(fields).shape ?? {}));
  const { error } =
    form?.schema.safeParse({ sold_on: "", shares: "1", costs_pence: "", gross_pence: "100000001" }) ?? {};
  const said = error?.issues.filter(({ path }) => path[0] === "gross_pence").map(({ message }) => message);
  expect(said).toEqual(["Please enter at most £100,000,000.00"]);
});

it("The test finds the forms", () => expect(files.length).toBeGreaterThan(12));
