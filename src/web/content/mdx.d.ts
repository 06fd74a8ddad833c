declare module "*.mdx" {
  import type { Toc } from "@stefanprobst/rehype-extract-toc";
  import type { ReactNode } from "react";
  import type { Club } from "#shared/club-settings.ts";

  /** Nested headings with element ids. */
  export const tableOfContents: Toc;
  // biome-ignore lint/style/noDefaultExport: what an MDX file is to those who import it
  export default function Text(props: { components?: object; club?: Club }): ReactNode;
}
