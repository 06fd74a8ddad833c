import { diffArrays } from "diff";
import { useMemo } from "react";
import type { ContentItem } from "#shared/content/content.ts";
import type { RichTextBlock, RichTextDocument, RichTextInline } from "#shared/content/rich-text.ts";
import { blockNames } from "#shared/content/rich-text-messages.ts";
import { inRunningText } from "#shared/content/rich-text-outline.ts";
import type { RichTextValues } from "#shared/content/rich-text-rules.ts";
import type { SiteSection } from "#shared/content/site-pages.ts";
import { useRichTextValues } from "#web/lib/site-content.ts";
import { figures } from "#web/ui/rich-text/figures.ts";
import { diffWords, WordDifference, type WordRun } from "#web/ui/word-difference.tsx";
import { type ContentField, fieldsOf } from "./content-fields.ts";
import { chosenFileNames } from "./held-files.ts";
import { sectionLines } from "./site-page-control.tsx";
import type { Written } from "./use-content.ts";

interface ContentDifferenceProps {
  item: ContentItem;
  before: Written;
  after: Written;
}

/** Field by field, without those that are the same. */
export function ContentDifference({ item, before, after }: ContentDifferenceProps) {
  const names = new Map([...item.files.map(({ id, name }) => [id, name] as const), ...chosenFileNames]);
  const changed = fieldsOf(item.kind).filter(
    ({ name, kind }) => kind !== "address" && isChanged(before[name], after[name]),
  );
  if (changed.length === 0) return <p className="note">Both are the same.</p>;
  return (
    <dl className="grid gap-4">
      {changed.map((field) => (
        <div key={field.name}>
          <dt className="field-label mb-1.5">{field.label}</dt>
          <dd>
            <FieldDifference field={field} before={before[field.name]} after={after[field.name]} names={names} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A field that is newer than the text is empty in it. */
const isChanged = (before: unknown = "", after: unknown = "") => JSON.stringify(before) !== JSON.stringify(after);

interface FieldDifferenceProps {
  field: ContentField;
  before: unknown;
  after: unknown;
  names: FileNames;
}

function FieldDifference({ field, before, after, names }: FieldDifferenceProps) {
  const values = useRichTextValues();
  if (field.kind === "text") {
    const [one, other] = [before as RichTextDocument, after as RichTextDocument];
    return <TextDifference before={one} after={other} values={values} names={names} />;
  }
  if (field.kind === "sections") {
    const [one, other] = [before, after].map((sections) => sectionLines((sections ?? []) as SiteSection[]));
    return (
      <p className="difference whitespace-pre-line">
        <WordDifference words={diffWords(one ?? "", other ?? "")} />
      </p>
    );
  }
  return (
    <p className="difference whitespace-pre-line">
      <WordDifference words={diffWords(inLines(before, names), inLines(after, names))} />
    </p>
  );
}

/** Of a list, each record's fields line by line. */
export function inLines(value: unknown, names: FileNames): string {
  if (!Array.isArray(value)) return withFileNames(String(value ?? ""), names);
  return value.map((entry: object) => inLines(Object.values(entry).filter(Boolean).join("\n"), names)).join("\n\n");
}

/** File names by their ids. */
type FileNames = ReadonlyMap<string, string>;

/** The address of a file says nothing to a reader: its name stands in its place. */
const withFileNames = (text: string, names: FileNames): string =>
  text
    .replace(/\/api\/files\/([0-9a-f-]{36})/g, (_path, id: string) => names.get(id) ?? "a file without a name")
    .replace(/^\/logos\//, "");

interface TextDifferenceProps {
  before: RichTextDocument;
  after: RichTextDocument;
  values: RichTextValues;
  names: FileNames;
}

/** Two texts as one: what was added underlined, what was removed struck through, what stayed left out. */
export function TextDifference({ before, after, values, names }: TextDifferenceProps) {
  const changes = useMemo(
    () => diffTexts(before, after, { ...values, fileNames: names }),
    [before, after, values, names],
  );
  const keyed = changes.map((change, index) => ({ change, key: `${index}` }));
  return (
    <div className="difference">
      {keyed.map(({ change, key }) => (
        <ChangedBlock key={key} change={change} />
      ))}
    </div>
  );
}

function ChangedBlock({ change }: { change: BlockChange }) {
  if (change.kind === "same")
    return (
      <p className="note">
        {change.count === 1 ? "1 block without a change" : `${change.count} blocks without a change`}
      </p>
    );
  const isOnlyFormat = change.kind === "changed" && change.words.every((run) => !run.change);
  return (
    <div>
      {change.name !== "Paragraph" && <p className="note">{change.name}</p>}
      {isOnlyFormat && (
        <p className="note">
          {change.name === "Picture" ? "The picture changed; its words did not." : "Only links or formatting changed."}
        </p>
      )}
      <p>
        <WordDifference words={change.words} />
      </p>
    </div>
  );
}

type BlockChange =
  | { kind: "same"; count: number }
  | {
      kind: "added" | "removed" | "changed";
      /** "Heading", "Table". */
      name: string;
      words: WordRun[];
    };

interface ReadableValues extends RichTextValues {
  fileNames: FileNames;
}

/** What an editor changed: blocks first, words inside the blocks that are still there. */
export function diffTexts(before: RichTextDocument, after: RichTextDocument, values: ReadableValues): BlockChange[] {
  const changes: BlockChange[] = [];
  let removed: RichTextBlock[] = [];
  const isSame = (one: KeyedBlock, other: KeyedBlock) => one.key === other.key;
  for (const part of diffArrays(keyed(before), keyed(after), { comparator: isSame })) {
    const blocks = part.value.map(({ block }) => block);
    if (part.removed) {
      removed = blocks;
      continue;
    }
    if (part.added) changes.push(...diffRun(removed, blocks, values));
    else changes.push(...diffRun(removed, [], values), { kind: "same", count: blocks.length });
    removed = [];
  }
  return [...changes, ...diffRun(removed, [], values)];
}

export const changeCount = (changes: readonly BlockChange[]): number =>
  changes.filter(({ kind }) => kind !== "same").length;

interface KeyedBlock {
  block: RichTextBlock;
  key: string;
}

/** The database does not keep the order of properties. */
const keyed = ({ content }: RichTextDocument): KeyedBlock[] =>
  content.map((block) => ({ block, key: JSON.stringify(block, withSortedProperties) }));

const withSortedProperties = (_: string, value: unknown): unknown =>
  value && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Neighbours that took each other's place: those with enough words in common are one block that changed. */
function diffRun(removed: RichTextBlock[], added: RichTextBlock[], values: ReadableValues): BlockChange[] {
  const waiting = [...removed];
  const changes = added.flatMap((block): BlockChange[] => {
    const text = readableText(block, values);
    const place = waiting.findIndex((old) => old.type === block.type && isSimilar(readableText(old, values), text));
    if (place < 0) return [whole("added", block, values)];
    const gone = waiting.splice(0, place + 1);
    const words = gone.slice(-1).flatMap((old) => diffWords(readableText(old, values), text));
    return [
      ...gone.slice(0, -1).map((old) => whole("removed", old, values)),
      { kind: "changed", name: nameOf(block), words },
    ];
  });
  return [...changes, ...waiting.map((old) => whole("removed", old, values))];
}

const whole = (kind: "added" | "removed", block: RichTextBlock, values: ReadableValues): BlockChange => ({
  kind,
  name: nameOf(block),
  words: [{ text: readableText(block, values), change: kind }],
});

/** Checks that at least a third of the words are in both. */
function isSimilar(before: string, after: string): boolean {
  const kept = diffWords(before, after).reduce((sum, { text, change }) => (change ? sum : sum + text.length), 0);
  return kept * 3 >= Math.max(before.length, after.length);
}

const nameOf = ({ type }: RichTextBlock): string => blockNames[type] ?? type;

/** All that a block says, with the address of each link in brackets and the file name of a picture. */
function readableText(block: RichTextBlock, values: ReadableValues): string {
  switch (block.type) {
    case "bulletList":
    case "orderedList":
    case "sources":
      return block.content
        .map(({ content }) => content.map((each) => readableText(each, values)).join("\n"))
        .join("\n");
    case "blockquote":
      return block.content.map((each) => readableText(each, values)).join("\n");
    case "table":
      return block.content
        .map(({ content }) => content.map((cell) => readableInline(cell.content[0]?.content, values)).join(" | "))
        .join("\n");
    case "image":
      return [block.attrs.alt, block.attrs.caption, pictureName(values.fileNames.get(block.attrs.fileId))]
        .filter(Boolean)
        .join("\n");
    case "figure":
      return figures[block.attrs.name].title;
    case "operatorDetails":
      return values.address;
    case "horizontalRule":
      return "———";
    default:
      return readableInline(block.content, values);
  }
}

const pictureName = (name: string | undefined): string | undefined => name && `Picture: ${name}`;

const readableInline = (content: readonly RichTextInline[] | undefined, values: ReadableValues): string =>
  (content ?? [])
    .map((node, index, all) => {
      const href = hrefOf(node);
      const isEndOfLink = href && hrefOf(all[index + 1]) !== href;
      return `${wordsOf(node, values)}${isEndOfLink ? ` [${href}]` : ""}`;
    })
    .join("");

const hrefOf = (node: RichTextInline | undefined): string | undefined =>
  node?.marks?.find((mark) => mark.type === "link")?.attrs.href;

function wordsOf(node: RichTextInline, values: ReadableValues): string {
  if (node.type === "text") return node.text;
  return node.type === "hardBreak" ? "\n" : inRunningText(values[node.attrs.name]);
}
