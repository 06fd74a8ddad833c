declare module "subset-font" {
  interface Options {
    targetFormat: "woff2" | "truetype" | "truetype";
    /** Leaves out letters that only replace others, such as ligatures. */
    noLayoutClosure?: boolean;
    /** By axis tag: remaining range, or a fixed value. */
    variationAxes?: Record<string, number | { min: number; max: number } | undefined>;
  }
  // biome-ignore lint/style/noDefaultExport: what the package exports
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
