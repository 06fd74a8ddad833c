import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmbeddedFont, PDF } from "@libpdf/core";
import bidiFactory from "bidi-js";
import { otherFontFiles } from "./other-fonts.ts";

/** What is drawn in one font, from left to right. */
export interface Piece {
  text: string;
  font: EmbeddedFont;
  /** What it is in the text, where it is drawn in other letters. */
  original?: string;
}

interface Alphabet {
  fonts: readonly [usual: EmbeddedFont, ...others: EmbeddedFont[]];
  /** It is `undefined` where the usual font has all letters. */
  toLatin: ((letter: string) => string) | undefined;
}

/** What is drawn one behind the other, to the right of `x`; in the order in which it is read. */
export interface PlacedPiece extends Piece {
  x: number;
}

/** @param texts all that will be drawn: only fonts that it needs are read. */
export async function loadLetters(pdf: PDF, builtRoot: string, texts: readonly string[]) {
  const embed = async (file: string) => pdf.embedFont(await readFile(join(builtRoot, "fonts", file)));
  const regular = await embed("inter-regular.ttf");
  const bold = await embed("inter-semibold.ttf");
  const others: EmbeddedFont[] = [];
  // Half a megabyte of tables.
  const toLatin = texts.every((text) => latin.test(text)) ? undefined : (await import("any-ascii")).default;
  for (const file of otherFontFiles(texts.join("\n").normalize("NFC"))) others.push(await embed(file));
  return {
    regular,
    /** Letters of other fonts have one weight. */
    place: (text: string, isBold: boolean, size: number) =>
      place(text, { fonts: [isBold ? bold : regular, ...others], toLatin }, size),
  };
}

export type Letters = Awaited<ReturnType<typeof loadLetters>>;

/** Whether a text has letters that a document writes in Latin ones, as it has no font for them. */
export async function isTransliterated(text: string, builtRoot: string): Promise<boolean> {
  if (latin.test(text)) return false;
  const { PDF } = await import("@libpdf/core");
  const letters = await loadLetters(PDF.create(), builtRoot, [text]);
  return letters.place(text, false, 1).pieces.some(({ original }) => original !== undefined);
}

/** What most texts are made of, which needs no look into fonts. */
const latin = /^[\u0020-\u007E\u00A0-\u024F\u1E00-\u1EFF\u2010-\u2015\u2018\u2019\u201C\u201D\u2022\u2026]*$/;

/** @returns its pieces as they are read, and the width of all. */
function place(text: string, alphabet: Alphabet, size: number): { pieces: PlacedPiece[]; width: number } {
  let x = 0;
  const pieces = visualRuns(text.normalize("NFC").replaceAll(/\s+/g, " ")).flatMap(
    ({ text: run, isRightToLeft, at }) => {
      // The word that is read first is on the right of the page.
      const words = isRightToLeft ? run.split(/(?<= )|(?= )/).toReversed() : [run];
      const placed = words.map((word) =>
        piecesOf(word, isRightToLeft, alphabet).map((piece) => {
          const own = { ...piece, x, at };
          x += piece.font.widthOfTextAtSize(piece.text, size);
          return own;
        }),
      );
      return (isRightToLeft ? placed.toReversed() : placed).flat();
    },
  );
  return { pieces: pieces.toSorted((one, other) => one.at - other.at), width: x };
}

function piecesOf(word: string, isRightToLeft: boolean, alphabet: Alphabet): Piece[] {
  const clusters = clustersOf(isRightToLeft ? joinArabic(word) : word);
  return merged((isRightToLeft ? clusters.toReversed() : clusters).map((cluster) => drawCluster(cluster, alphabet)));
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const clustersOf = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

/** A letter with its marks in the first font that has all of it; otherwise in Latin letters. */
function drawCluster(cluster: string, { fonts, toLatin }: Alphabet): Piece {
  const [usual] = fonts;
  // Joiners and selectors draw nothing themselves.
  const visible = cluster.replaceAll(/[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/gu, "");
  const font = fonts.find((each) => [...visible].every((letter) => each.canEncode(letter)));
  if (font) return { text: visible, font };
  return { text: inLatin(visible, usual, toLatin), font: usual, original: cluster };
}

/** A letter without a transliteration is told by its number. */
function inLatin(cluster: string, font: EmbeddedFont, toLatin: Alphabet["toLatin"]): string {
  return [...cluster]
    .map((letter) => {
      if (font.canEncode(letter)) return letter;
      const written = toLatin?.(letter) ?? "";
      const isMark = /\p{M}/u.test(letter);
      return written || isMark ? written : `[U+${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`;
    })
    .join("");
}

/** Neighbours of one font are one piece. */
function merged(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    const isSame = last?.font === piece.font && (last.original === undefined) === (piece.original === undefined);
    if (!last || !isSame) result.push({ ...piece });
    else {
      last.text += piece.text;
      if (piece.original !== undefined) last.original += piece.original;
    }
  }
  return result;
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
let bidi: ReturnType<typeof bidiFactory> | undefined;

interface Run {
  text: string;
  isRightToLeft: boolean;
  at: number;
}

/** The runs of a row of text from left to right, in a document that is read from left to right. */
function visualRuns(text: string): Run[] {
  if (!rightToLeft.test(text)) return [{ text, isRightToLeft: false, at: 0 }];
  bidi ??= bidiFactory();
  const embedding = bidi.getEmbeddingLevels(text, "ltr");
  const order = bidi.getReorderedIndices(text, embedding);
  const runs: { first: number; last: number; isRightToLeft: boolean }[] = [];
  for (const index of order) {
    const isRightToLeft = (embedding.levels[index] ?? 0) % 2 === 1;
    const run = runs.at(-1);
    const follows = run?.isRightToLeft === isRightToLeft && index === (isRightToLeft ? run.first - 1 : run.last + 1);
    if (!run || !follows) runs.push({ first: index, last: index, isRightToLeft });
    else if (isRightToLeft) run.first = index;
    else run.last = index;
  }
  return runs.map(({ first, last, isRightToLeft }) => ({
    text: text.slice(first, last + 1),
    isRightToLeft,
    at: first,
  }));
}

/** Letters of Arabic as they are joined to their neighbours, for fonts that are drawn letter by letter. In logical order. */
export function joinArabic(text: string): string {
  const letters = [...text];
  const joined = letters.map((letter, index) => {
    const forms = formsOf.get(letter);
    if (!forms) return letter;
    const before = neighbour(letters.slice(0, index).toReversed());
    const after = neighbour(letters.slice(index + 1));
    const isJoinedBefore = before !== undefined && joinsNext(before);
    const isJoinedAfter = forms.length === bothSides && after !== undefined && joinsPrevious(after);
    const form = isJoinedBefore ? (isJoinedAfter ? 3 : 1) : isJoinedAfter ? 2 : 0;
    return forms[form] ?? letter;
  });
  return joined.join("").replaceAll(/[\uFEDF\uFEE0][\uFE82\uFE84\uFE88\uFE8E]/g, ([lam = "", alef = ""]) => {
    const ligature = ligatures.get(alef) ?? 0;
    return String.fromCharCode(lam === "\uFEE0" ? ligature + 1 : ligature);
  });
}

/** Marks above and below letters do not part them. */
const neighbour = (letters: readonly string[]): string | undefined => letters.find((letter) => !/\p{M}/u.test(letter));

const tatweel = "\u0640";
const joinsNext = (letter: string) => letter === tatweel || formsOf.get(letter)?.length === bothSides;
const joinsPrevious = (letter: string) => letter === tatweel || (formsOf.get(letter)?.length ?? 0) > 1;

/** Isolated, final, initial, medial; a letter that joins only the one before it has two. */
const bothSides = 4;

/** By letter: in its two blocks of forms Unicode lists those of a letter one behind the other, in this order. */
const formsOf = new Map<string, string[]>();
for (const [first, last] of [
  [0xfe80, 0xfef4],
  [0xfb50, 0xfbff],
] as const)
  for (let code: number = first; code <= last; code++) {
    const form = String.fromCodePoint(code);
    const letter = form.normalize("NFKC");
    // Forms of a letter that stand apart from its others.
    const isApart = code === 0xfbe8 || code === 0xfbe9;
    if (letter !== form && [...letter].length === 1 && !isApart)
      formsOf.set(letter, [...(formsOf.get(letter) ?? []), form]);
  }

/** Of lam with the final form of each alef, as they are isolated; the next code is the final one. */
const ligatures = new Map([
  ["\uFE82", 0xfef5],
  ["\uFE84", 0xfef7],
  ["\uFE88", 0xfef9],
  ["\uFE8E", 0xfefb],
]);
