import type { ContentKind } from "#shared/content/content-messages.ts";
import type { RichTextDocument } from "#shared/content/rich-text.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { diffWords } from "#web/ui/diff-words.ts";
import { WordDifference } from "#web/ui/word-difference.tsx";
import { type ContentField, fieldsOf } from "./content-fields.ts";
import { TextDifference } from "./diff/text-difference.tsx";
import type { Written } from "./use-content.ts";

interface ContentDifferenceProps {
  kind: ContentKind;
  before: Written;
  after: Written;
}

/** Field by field, without those that are the same. */
export function ContentDifference({ kind, before, after }: ContentDifferenceProps) {
  const changed = fieldsOf(kind).filter(({ name, kind }) => kind !== "address" && isChanged(before[name], after[name]));
  if (changed.length === 0) return <p className="note">Both are the same.</p>;
  return (
    <dl className="grid gap-4">
      {changed.map((field) => (
        <div key={field.name}>
          <dt className="field-label mb-1.5">{field.label}</dt>
          <dd>
            <FieldDifference field={field} before={before[field.name]} after={after[field.name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A field that is newer than the text is empty in it. */
const isChanged = (before: unknown = "", after: unknown = "") => JSON.stringify(before) !== JSON.stringify(after);

function FieldDifference({ field, before, after }: { field: ContentField; before: unknown; after: unknown }) {
  const values = useRichTextValues();
  if (field.kind === "text") {
    const [one, other] = [before as RichTextDocument, after as RichTextDocument];
    return <TextDifference before={one} after={other} values={values} />;
  }
  return (
    <p className="difference whitespace-pre-line">
      <WordDifference words={diffWords(inLines(before), inLines(after))} />
    </p>
  );
}

/** Of a list, each record's fields line by line. */
function inLines(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? "");
  return value.map((entry: object) => Object.values(entry).filter(Boolean).join("\n")).join("\n\n");
}
