declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    /** By axis tag, what is left of the axis. */
    variationAxes?: Record<string, { min: number; max: number }>;
  }
  // biome-ignore lint/style/noDefaultExport: what the package exports
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
