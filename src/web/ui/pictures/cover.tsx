import { articleCover, type CoverCategory, categoryCover } from "./cover-names.ts";
import { Decoration } from "./decoration.tsx";

const files = import.meta.glob<string>(["./drawn/article-*.svg", "./drawn/category-*.svg"], {
  eager: true,
  query: "?url",
  import: "default",
});

type CoverProps = {
  category: CoverCategory;
  /** Of the article; without its own cover, the category's shows. */
  slug?: string;
  /** 21:9 from 720 px, as above an article; otherwise 8:5. */
  wide?: boolean;
  /** Fetched eagerly. */
  isInView?: boolean;
};

export function Cover({ category, slug, wide = false, isInView = false }: CoverProps) {
  const own = slug === undefined ? undefined : file(articleCover(slug));
  return (
    <span className={wide ? "cover-frame cover-frame-wide" : "cover-frame"}>
      <Decoration
        className="cover"
        src={own ?? file(categoryCover(category))}
        width={320}
        height={200}
        loading={isInView ? "eager" : "lazy"}
        fetchPriority={isInView ? "high" : undefined}
      />
    </span>
  );
}

const file = (name: string): string | undefined => files[`./drawn/${name}.svg`];

export const hasOwnCover = (slug: string): boolean => file(articleCover(slug)) !== undefined;
