import { pathToFileURL } from "node:url";
import { toolPackage } from "./install-tool.ts";

interface Tagged {
  title: string | undefined;
  language: string | undefined;
  showsTitle: boolean;
  isMarked: boolean;
  /** Of all pages: each structure element as its tags from the outside, with the text that belongs to it. */
  elements: { path: string; text: string }[];
  /** Text that belongs to no element, and is no decoration either. */
  untagged: string;
  /** Content that the structure names and no page has, and the other way round. */
  unmatched: string[];
}

/** The structure of a tagged PDF as pdf.js reads it, the program of Firefox. */
export async function readTags(file: Uint8Array): Promise<Tagged> {
  // It draws nothing here.
  const globals = globalThis as { DOMMatrix?: unknown };
  globals.DOMMatrix ??= class {};
  const pdfjs: Pdfjs = await import(pathToFileURL(toolPackage("readers", "pdfjs-dist/legacy/build/pdf.mjs")).href);
  const task = pdfjs.getDocument({ data: new Uint8Array(file), verbosity: 0 });
  const document = await task.promise;
  const [{ info }, preferences, marks] = await Promise.all([
    document.getMetadata(),
    document.getViewerPreferences(),
    document.getMarkInfo(),
  ]);
  const tagged: Tagged = {
    title: info.Title,
    language: info.Language,
    isMarked: marks?.Marked === true,
    showsTitle: preferences?.DisplayDocTitle === true,
    elements: [],
    untagged: "",
    unmatched: [],
  };
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const { texts, untagged } = textsOf(items);
    tagged.untagged += untagged;
    addElements(tagged, await page.getStructTree(), texts, []);
    tagged.unmatched.push(...texts.keys());
  }
  await task.destroy();
  return tagged;
}

/** Takes each text out of `texts`. */
function addElements(tagged: Tagged, node: StructureNode | null, texts: Map<string, string>, path: string[]): void {
  if (!node) return;
  const own = node.role && node.role !== "Root" ? [...path, node.role] : path;
  let text = "";
  let isLeaf = false;
  for (const child of node.children ?? []) {
    if (child.type !== "content") {
      addElements(tagged, child, texts, own);
      continue;
    }
    isLeaf = true;
    const id = child.id ?? "";
    if (!texts.has(id)) tagged.unmatched.push(id);
    text += texts.get(id) ?? "";
    texts.delete(id);
  }
  if (isLeaf) tagged.elements.push({ path: own.join(" "), text: text.replaceAll(/\s+/g, " ").trim() });
}

function textsOf(items: readonly TextItem[]) {
  const texts = new Map<string, string>();
  const open: { id: string | undefined; isDecoration: boolean }[] = [];
  let untagged = "";
  for (const item of items) {
    if (item.type?.startsWith("begin")) {
      open.push({ id: item.id ?? undefined, isDecoration: item.tag === "Artifact" });
      if (item.id) texts.set(item.id, "");
    } else if (item.type === "endMarkedContent") open.pop();
    else {
      const id = open.findLast((mark) => mark.id)?.id;
      const text = `${item.str ?? ""}${item.hasEOL ? " " : ""}`;
      if (id) texts.set(id, `${texts.get(id)}${text}`);
      else if (!open.some(({ isDecoration }) => isDecoration)) untagged += text.trim();
    }
  }
  return { texts, untagged };
}

interface TextItem {
  type?: string;
  id?: string | null;
  tag?: string;
  str?: string;
  hasEOL?: boolean;
}

interface StructureNode {
  role?: string;
  type?: string;
  id?: string;
  children?: StructureNode[];
}

/** What is used of the package, which the type checker cannot see: it is installed on demand. */
interface Pdfjs {
  getDocument(options: { data: Uint8Array; verbosity: number }): {
    destroy(): Promise<void>;
    promise: Promise<{
      numPages: number;
      getMetadata(): Promise<{ info: { Title?: string; Language?: string } }>;
      getViewerPreferences(): Promise<{ DisplayDocTitle?: boolean } | null>;
      getMarkInfo(): Promise<{ Marked?: boolean } | null>;
      getPage(number: number): Promise<{
        getTextContent(options: { includeMarkedContent: boolean }): Promise<{ items: TextItem[] }>;
        getStructTree(): Promise<StructureNode | null>;
      }>;
    }>;
  };
}
