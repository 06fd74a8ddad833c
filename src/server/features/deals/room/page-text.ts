import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { maximumPageText } from "./document-worker-limits.ts";
import { heapOf, type PdfPage } from "./pdfium.ts";

/** In points of the page, upwards from its lower left corner. */
export interface Box {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

interface Letter {
  text: string;
  /** A space or a line's end that the page does not draw. */
  isBetween: boolean;
  x: number;
  y: number;
}

/** The part of the page that readers show. */
export function visibleBox(pdfium: WrappedPdfiumModule, { handle }: PdfPage): Box {
  return withMemory(pdfium, 16, (address) => {
    pdfium.FPDF_GetPageBoundingBox(handle, address);
    return boxAt(pdfium, address);
  });
}

/**
 * What can be read within each box, with what form fields and notes show beside their labels. The page itself is changed: draw it
 * before.
 */
export function textsOf(pdfium: WrappedPdfiumModule, page: PdfPage, boxes: readonly Box[]): string[] {
  const letters = lettersOf(pdfium, page.handle);
  const values = valuesOf(pdfium, page, letters);
  return boxes.map((box) => {
    const seen = within(letters, box);
    const inserts = new Map<number, string[]>();
    for (const value of values.filter(({ place }) => contains(box, middleOf(place)))) {
      const at = placeIn(seen, value.place);
      inserts.set(at, [...(inserts.get(at) ?? []), value.text]);
    }
    const texts = seen.map(({ text }, at) => [...spaced(inserts.get(at)), text].join(""));
    return cleaned([...texts, ...spaced(inserts.get(seen.length))].join(""));
  });
}

const spaced = (texts: readonly string[] | undefined): string[] => (texts ? [` ${texts.join(" ")} `] : []);

function lettersOf(pdfium: WrappedPdfiumModule, handle: number): Letter[] {
  const text = pdfium.FPDFText_LoadPage(handle);
  if (!text) return [];
  const count = Math.min(pdfium.FPDFText_CountChars(text), maximumPageText);
  const letters = withMemory(pdfium, 32, (address) =>
    Array.from({ length: count }, (_, index): Letter => {
      pdfium.FPDFText_GetCharBox(text, index, address, address + 8, address + 16, address + 24);
      const [left = 0, right = 0, bottom = 0, top = 0] = heapOf(pdfium).HEAPF64.subarray(address / 8, address / 8 + 4);
      return {
        text: letterOf(pdfium.FPDFText_GetUnicode(text, index)),
        isBetween: pdfium.FPDFText_IsGenerated(text, index) === 1,
        x: (left + right) / 2,
        y: (bottom + top) / 2,
      };
    }),
  );
  pdfium.FPDFText_ClosePage(text);
  return letters;
}

const letterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "");

interface Value {
  place: Box;
  text: string;
}

const subtypes = { link: 2, popup: 16, widget: 20 };
const unseenFlags = 0x02 | 0x20;
const passwordFlag = 0x2000;
const tickFields: readonly number[] = [2, 3];
const ticked = "[ticked]";

/** What annotations show, in reading order. What they draw is found by making it part of the page. */
function valuesOf(pdfium: WrappedPdfiumModule, page: PdfPage, letters: readonly Letter[]): Value[] {
  const places = Array.from({ length: pdfium.FPDFPage_GetAnnotCount(page.handle) }, (_, index) =>
    placeOf(pdfium, page, index),
  ).filter((place) => place !== undefined);
  if (places.length === 0) return [];
  // 0 is failure.
  if (pdfium.FPDFPage_Flatten(page.handle, 0)) page.reopen();
  const drawn = page.handle ? lettersOf(pdfium, page.handle) : [];
  return places
    .map(({ place, isTicked, value }): Value => {
      const before = within(letters, place).filter(({ isBetween }) => !isBetween).length;
      const shown = withoutFirst(within(drawn, place), before)
        .map(({ text }) => text)
        .join("");
      return { place, text: isTicked === undefined ? cleaned(shown) || cleaned(value) : isTicked ? ticked : "" };
    })
    .filter(({ text }) => text !== "")
    .toSorted((one, other) => other.place.top - one.place.top || one.place.left - other.place.left);
}

function placeOf(pdfium: WrappedPdfiumModule, { handle, form }: PdfPage, index: number) {
  const annotation = pdfium.FPDFPage_GetAnnot(handle, index);
  if (!annotation) return undefined;
  try {
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation);
    const isUnseen = pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags;
    if (isUnseen || subtype === subtypes.link || subtype === subtypes.popup) return undefined;
    const place = withMemory(pdfium, 16, (address) => {
      pdfium.FPDFAnnot_GetRect(annotation, address);
      return boxAt(pdfium, address);
    });
    const isField = form !== 0 && subtype === subtypes.widget;
    const isTick = isField && tickFields.includes(pdfium.FPDFAnnot_GetFormFieldType(form, annotation));
    const isPassword = isField && pdfium.FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag;
    return {
      place,
      isTicked: isTick ? pdfium.FPDFAnnot_IsChecked(form, annotation) : undefined,
      value: isField && !isPassword ? fieldValue(pdfium, form, annotation) : "",
    };
  } finally {
    pdfium.FPDFPage_CloseAnnot(annotation);
  }
}

/** Of a field, whether or not it is drawn. */
function fieldValue(pdfium: WrappedPdfiumModule, form: number, annotation: number): string {
  const bytes = pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, 0, 0);
  // The last is a zero.
  if (bytes <= 2 || bytes > maximumPageText) return "";
  return withMemory(pdfium, bytes, (address) => {
    pdfium.FPDFAnnot_GetFormFieldValue(form, annotation, address, bytes);
    return new TextDecoder("utf-16le").decode(heapOf(pdfium).HEAPU8.slice(address, address + bytes - 2));
  });
}

/** The characters between two letters belong to the first. */
function within(letters: readonly Letter[], box: Box): Letter[] {
  let isIn = false;
  return letters.filter((letter) => {
    if (!letter.isBetween) isIn = contains(box, letter);
    return isIn;
  });
}

function withoutFirst(letters: readonly Letter[], count: number): Letter[] {
  let left = count;
  return letters.filter(({ isBetween }) => {
    if (left <= 0) return true;
    if (!isBetween) left -= 1;
    return false;
  });
}

/** A label is at most this many of its field's heights above it. */
const labelAbove = 2;

/** The letter before which a value is read: after its label on the left, or before that on the right, or after that above. */
function placeIn(letters: readonly Letter[], place: Box): number {
  const height = place.top - place.bottom;
  let [left, right, above] = [-1, -1, -1];
  for (const [index, { x, y, isBetween }] of letters.entries()) {
    if (isBetween) continue;
    if (y >= place.bottom && y <= place.top) {
      if (x < place.left) {
        if (left < 0 || x >= (letters[left]?.x ?? 0)) left = index;
      } else if (right < 0 || x < (letters[right]?.x ?? 0)) right = index;
    } else if (y > place.top && y < place.top + labelAbove * height && x >= place.left - height && x <= place.right) {
      if (above < 0 || y <= (letters[above]?.y ?? 0) + 1) above = index;
    }
  }
  if (left >= 0) return left + 1;
  if (above >= 0) return above + 1;
  return right >= 0 ? right : letters.length;
}

const contains = ({ left, bottom, right, top }: Box, { x, y }: { x: number; y: number }): boolean =>
  x >= left && x <= right && y >= bottom && y <= top;

const middleOf = ({ left, bottom, right, top }: Box) => ({ x: (left + right) / 2, y: (bottom + top) / 2 });

/** As PDFium writes a rectangle: left, top, right, bottom. */
function boxAt(pdfium: WrappedPdfiumModule, address: number): Box {
  const [left = 0, top = 0, right = 0, bottom = 0] = heapOf(pdfium).HEAPF32.subarray(address / 4, address / 4 + 4);
  return {
    left: Math.min(left, right),
    bottom: Math.min(bottom, top),
    right: Math.max(left, right),
    top: Math.max(bottom, top),
  };
}

export function withMemory<Result>(
  { pdfium }: WrappedPdfiumModule,
  bytes: number,
  use: (address: number) => Result,
): Result {
  const address = pdfium.wasmExports.malloc(bytes);
  try {
    return use(address);
  } finally {
    pdfium.wasmExports.free(address);
  }
}

/** Removes what marks hyphens and what PostgreSQL cannot keep. */
const cleaned = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]|\p{Cn}/gu, "")
    .replaceAll(/ *\n */g, "\n")
    .replaceAll(/ {2,}/g, " ")
    .slice(0, maximumPageText)
    .toWellFormed()
    .trim();
