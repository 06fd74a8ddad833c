import { useSyncExternalStore } from "react";
import { useParams } from "react-router";
import type { ListedArticle, PublishedArticle } from "#shared/content/content.ts";
import { fillValues, headingsOf } from "#shared/content/rich-text-outline.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { formatDay } from "#shared/london-time.ts";
import { cleanUrl, paths } from "#shared/paths.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useArticle, useArticles, useRichTextValues } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { ExampleMark } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ContentsFold, ContentsRail } from "#web/ui/contents.tsx";
import { ArrowLeft, ArrowRight, Copy, Share } from "#web/ui/icons.generated.ts";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { ArticleCard, ArticleCover, ArticleTitle } from "./insights/article-card.tsx";
import { neighboursOf, relatedArticles } from "./insights/find-articles.ts";

export function ArticlePage() {
  const { slug = "" } = useParams();
  const isPublished = useArticles().some((article) => article.slug === slug);
  return isPublished ? <ArticleView key={slug} slug={slug} /> : <NotFoundPage />;
}

function ArticleView({ slug }: { slug: string }) {
  return <Shown article={useArticle(slug)} />;
}

/** An article as visitors see it. */
function Shown({ article }: { article: PublishedArticle }) {
  const values = useRichTextValues();
  const headings = headingsOf(article.body, values).filter(({ level }) => level === 2);
  usePageMeta(article.title, article.excerpt);
  const path = paths.article(article.slug);
  return (
    <div className="page">
      <div className="wrap">
        <article className="rail article">
          <div className="side">
            <div className="article-side">
              <ArticleFacts article={article} />
              <ContentsRail path={path} headings={headings} />
              <ShareLink article={article} />
            </div>
          </div>
          <div className="main">
            <h1 className="d1 max-w-[44rem]">
              <ArticleTitle title={article.title} />
            </h1>
            <div className="article-picture">
              <ArticleCover article={article} wide />
            </div>
            <ContentsFold path={path} headings={headings} />
            <div className="prose">
              <p className="lead">{article.excerpt}</p>
              <RichText document={article.body} values={values} />
            </div>
            <ArticleNeighbours article={article} />
          </div>
        </article>
        <RelatedArticles article={article} />
      </div>
      <JoinInvitation />
    </div>
  );
}

/** What it is about, who wrote it, when, and how long it takes. */
function ArticleFacts({ article }: { article: PublishedArticle }) {
  const values = useRichTextValues();
  return (
    <div>
      <RouteLink
        className="article-category"
        to={`${paths.insights}?${new URLSearchParams({ category: article.category })}`}
      >
        {article.category}
      </RouteLink>
      {article.is_example && <ExampleMark />}
      <p className="by num">
        <span>By {fillValues(article.author, values)}</span>
        <time dateTime={article.date}>{formatDay(article.date)}</time>
        <span>{article.reading_minutes} min read</span>
      </p>
    </div>
  );
}

/** Hands the article's address on: to the phone's own sheet where there is one, otherwise to the clipboard. */
function ShareLink({ article }: { article: { slug: string; title: string } }) {
  const hasSheet = useSyncExternalStore(
    neverChanges,
    () => "share" in navigator && window.matchMedia("(pointer: coarse)").matches,
    () => false,
  );
  const address = () => cleanUrl(window.location.origin, paths.article(article.slug));
  return hasSheet ? (
    <Button variant="outline" isSmall className="article-share" onClick={() => share(article.title, address())}>
      <Share />
      Share
    </Button>
  ) : (
    <Button variant="outline" isSmall className="article-share" onClick={() => copy(address())}>
      <Copy />
      Copy link
    </Button>
  );
}

async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    // Closing the sheet is an answer, not a failure.
    if (!(error instanceof DOMException && error.name === "AbortError")) await copy(url);
  }
}

const copy = (url: string) =>
  copyText(url, "The link", { title: "Link copied", description: "Whoever opens it sees this article." });

const neverChanges = () => () => {};

/** The articles before and after this one, in the order of the list. */
function ArticleNeighbours({ article }: { article: Pick<ListedArticle, "slug" | "category"> }) {
  const { previous, next } = neighboursOf(useArticles(), article);
  return (
    <nav className="neighbours" aria-label="Previous and next article">
      {previous && (
        <RouteLink to={paths.article(previous.slug)} rel="prev">
          <span className="note">
            <ArrowLeft />
            Previous article
          </span>
          <span className="d4">
            <ArticleTitle title={previous.title} />
          </span>
        </RouteLink>
      )}
      {next && (
        <RouteLink className="is-next" to={paths.article(next.slug)} rel="next">
          <span className="note">
            Next article
            <ArrowRight />
          </span>
          <span className="d4">
            <ArticleTitle title={next.title} />
          </span>
        </RouteLink>
      )}
    </nav>
  );
}

function RelatedArticles({ article }: { article: PublishedArticle }) {
  const related = relatedArticles(useArticles(), article);
  if (related.length === 0) return null;
  return (
    <section className="related-articles">
      <Rail side="Related articles" className="mb-8">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 className="d2">What to read next</h2>
          <TextLink to={paths.insights}>View All Insights</TextLink>
        </div>
      </Rail>
      <div className="article-cards">
        {related.map((other) => (
          <ArticleCard key={other.id} article={other} />
        ))}
      </div>
    </section>
  );
}

/** The way on for a reader who would like to invest with the club. */
function JoinInvitation() {
  const club = useClub();
  return (
    <section className="section-band join-invitation">
      <div className="wrap">
        <Rail side="Membership">
          <h2 className="d2">Judge the next deal with us</h2>
          <p className="lead mt-4 max-w-(--measure)">
            Members see {club.figures.deals_per_year} vetted deals a year and choose which to back, from{" "}
            {formatPounds(club.minimum_investment_pence)} each. The club takes no share of the profit.
          </p>
          <div className="button-row mt-7 gap-x-6!">
            <LinkButton to={paths.membership} variant="primary">
              Compare the plans
            </LinkButton>
            <TextLink to={paths.calculator}>Work out the fees</TextLink>
          </div>
          <p className="risk-line mt-4">{club.warnings.risk_line}</p>
        </Rail>
      </div>
    </section>
  );
}
