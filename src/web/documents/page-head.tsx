import type { ListedArticle } from "#shared/content/content.ts";
import { cleanUrl, paths, previewPicture } from "#shared/paths.ts";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { PageMeta } from "#web/lib/page-meta.ts";
import { hasOwnCover } from "#web/ui/pictures/cover.tsx";
import { categoryCover } from "#web/ui/pictures/cover-names.ts";

interface PageHeadProps extends PageMeta {
  path: string;
  origin: string;
  club: Club;
  /** That the page is. */
  article?: ListedArticle | undefined;
}

export function PageHead({ path, origin, club, title, description, article }: PageHeadProps) {
  const url = cleanUrl(origin, path);
  const preview = previewOf(club, path, article);
  const picture = preview && cleanUrl(origin, preview);
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <link rel="alternate" type="application/rss+xml" title={`${club.identity.name} Insights`} href="/feed.xml" />
      <meta property="og:site_name" content={club.identity.name} />
      <meta property="og:type" content={article ? "article" : "website"} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={article?.title ?? title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      {picture && (
        <>
          <meta property="og:image" content={picture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content={article?.title ?? title} />
        </>
      )}
      {article && <meta property="article:published_time" content={article.date} />}
      {article && <meta property="article:section" content={article.category} />}
      <meta name="twitter:card" content={picture ? "summary_large_image" : "summary"} />
      {article && <JsonLd facts={articleFacts(article, { url, picture, origin, club })} />}
      {path === paths.home && <JsonLd facts={clubFacts(origin, club)} />}
    </>
  );
}

function JsonLd({ facts }: { facts: object }) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...facts }).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own facts as JSON, in which nothing can end the element
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The logo's, else the sample club's drawn ones: they have its name or its colours, so another club without a logo has none. */
export function previewOf(
  club: Club,
  path: string,
  article?: Pick<ListedArticle, "slug" | "category">,
): string | undefined {
  const { logo } = club.brand;
  if (logo) return logo.preview_url;
  if (!hasSampleBrand(club)) return undefined;
  return previewPicture(article && !hasOwnCover(article.slug) ? `/${categoryCover(article.category)}` : path);
}

interface Around {
  url: string;
  picture: string | undefined;
  origin: string;
  club: Club;
}

const articleFacts = ({ title, excerpt, date, category }: ListedArticle, { url, picture, origin, club }: Around) => ({
  "@type": "Article",
  headline: title,
  description: excerpt,
  datePublished: date,
  articleSection: category,
  inLanguage: "en-GB",
  mainEntityOfPage: url,
  image: picture,
  author: organisation(origin, club),
  publisher: organisation(origin, club),
});

const clubFacts = (origin: string, club: Club) => ({
  ...organisation(origin, club),
  legalName: club.identity.operator,
  email: club.identity.contact_email,
});

const organisation = (origin: string, club: Club) => ({
  "@type": "Organization",
  name: club.identity.name,
  url: cleanUrl(origin, paths.home),
  logo: cleanUrl(origin, club.brand.logo?.url ?? club.brand.icon_url ?? "/apple-touch-icon.png"),
});
