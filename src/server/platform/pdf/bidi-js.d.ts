/** The package has no types. */
declare module "bidi-js" {
  interface EmbeddingLevels {
    /** Odd for what is read from right to left; by UTF-16 unit. */
    levels: Uint8Array;
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction: "ltr" | "rtl"): EmbeddingLevels;
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
  }
  // biome-ignore lint/style/noDefaultExport: what the package exports
  export default function bidiFactory(): Bidi;
}
