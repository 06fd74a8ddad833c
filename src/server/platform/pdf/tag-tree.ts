import type { PDF, PDFPage, PdfRef } from "@libpdf/core";

/** Structure elements for screen readers: headings, paragraphs, tables with rows and cells. */
export type Tag = "Document" | "H1" | "H2" | "P" | "Table" | "TR" | "TH" | "TD";

export interface TagNode {
  tag: Tag;
  children: TagNode[];
  marks: { page: PDFPage; id: number }[];
}

/** The structure of a tagged PDF: what is drawn is marked with the node that it belongs to. */
export function createTagTree(library: typeof import("@libpdf/core"), pdf: PDF) {
  const { ops, PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfString } = library;
  const root: TagNode = { tag: "Document", children: [], marks: [] };
  const nodesOfPage = new Map<PDFPage, TagNode[]>();

  /** Writes the structure into the document, once everything is drawn. */
  function finish(): void {
    const { catalog } = pdf.context;
    const tree = PdfDict.of({ Type: PdfName.of("StructTreeRoot") });
    const treeRef = pdf.context.register(tree);
    const refs = new Map<TagNode, PdfRef>();
    tree.set("K", write(root, treeRef, refs));
    const numbers = [...nodesOfPage].flatMap(([page, nodes], index) => {
      page.dict.set("StructParents", PdfNumber.of(index));
      page.dict.set("Tabs", PdfName.of("S"));
      return [PdfNumber.of(index), new PdfArray(nodes.flatMap((node) => refs.get(node) ?? []))];
    });
    tree.set("ParentTree", pdf.context.register(PdfDict.of({ Nums: new PdfArray(numbers) })));
    tree.set("ParentTreeNextKey", PdfNumber.of(nodesOfPage.size));
    catalog.getDict().set("StructTreeRoot", treeRef);
    catalog.getDict().set("MarkInfo", PdfDict.of({ Marked: PdfBool.TRUE }));
  }

  function write(node: TagNode, parent: PdfRef, refs: Map<TagNode, PdfRef>): PdfRef {
    const element = PdfDict.of({ Type: PdfName.of("StructElem"), S: PdfName.of(node.tag), P: parent });
    const ref = pdf.context.register(element);
    refs.set(node, ref);
    if (node.tag === "TH") element.set("A", PdfDict.of({ O: PdfName.of("Table"), Scope: PdfName.of("Column") }));
    if (node.tag === "Document") element.set("Lang", PdfString.fromString("en-GB"));
    const marks = node.marks.map(({ page, id }) =>
      PdfDict.of({ Type: PdfName.of("MCR"), Pg: page.ref, MCID: PdfNumber.of(id) }),
    );
    const children = node.children.map((child) => write(child, ref, refs));
    element.set("K", new PdfArray([...marks, ...children]));
    return ref;
  }

  return {
    root,
    add(parent: TagNode, tag: Tag): TagNode {
      const node: TagNode = { tag, children: [], marks: [] };
      parent.children.push(node);
      return node;
    },
    /** What `draw` draws belongs to the node; without one it is decoration, which nobody is told of. */
    mark(page: PDFPage, node: TagNode | undefined, draw: () => void): void {
      if (node) {
        const nodes = nodesOfPage.get(page) ?? [];
        nodesOfPage.set(page, nodes);
        const id = nodes.push(node) - 1;
        node.marks.push({ page, id });
        page.drawOperators([ops.beginMarkedContentProps(nameOf(node.tag), PdfDict.of({ MCID: PdfNumber.of(id) }))]);
      } else page.drawOperators([ops.beginMarkedContent(nameOf("Artifact"))]);
      draw();
      page.drawOperators([ops.endMarkedContent()]);
    },
    /** What is drawn is read as another text, inside of what is marked. */
    read(page: PDFPage, text: string | undefined, draw: () => void): void {
      if (text !== undefined) {
        const props = PdfDict.of({ ActualText: PdfString.fromString(text) });
        page.drawOperators([ops.beginMarkedContentProps(nameOf("Span"), props)]);
      }
      draw();
      if (text !== undefined) page.drawOperators([ops.endMarkedContent()]);
    },
    finish,
  };
}

/** The library writes the tag of marked content as it gets it, and without a slash it is no name but an unknown operator. */
const nameOf = (tag: string) => `/${tag}`;
