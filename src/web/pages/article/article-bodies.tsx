import type { Toc } from "@stefanprobst/rehype-extract-toc";
import type { ComponentType, ReactNode } from "react";
import { type LazyPage, lazyPage } from "#web/lib/lazy-page.tsx";

/** What an article's MDX file exports. */
export interface ArticleText {
  default: ComponentType<{ components?: object }>;
  tableOfContents: Toc;
}

/** Hands the article's text to its child once the text is there. */
interface BodyProps {
  children: (text: ArticleText) => ReactNode;
}

export const articleBody = (slug: string): LazyPage<BodyProps> | undefined => bodies.get(slug);

const files = import.meta.glob<ArticleText>("../../content/articles/*.mdx");
const slugOf = (file: string) => file.replace(/^.*\/|\.mdx$/g, "");
const bodies = new Map(
  Object.entries(files).map(([file, load]) => [slugOf(file), lazyPage(async () => bodyOf(await load()))]),
);

const bodyOf = (text: ArticleText) => (({ children }: BodyProps) => children(text)) satisfies ComponentType<BodyProps>;
