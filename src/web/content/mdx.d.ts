declare module "*.mdx" {
  import type { ReactNode } from "react";

  // biome-ignore lint/style/noDefaultExport: MDX files have no other export
  export default function Text(props: { components?: object }): ReactNode;
}
