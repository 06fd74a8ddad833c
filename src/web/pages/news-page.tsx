import { formatDay } from "#shared/london-time.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useNews, useRichTextValues } from "#web/lib/site-content.ts";
import { ExampleMark } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

export function NewsPage() {
  const news = useNews();
  const values = useRichTextValues();
  usePageMeta(
    "News",
    "What changed for people who invest in UK start-ups, with the date it applies from and where it is written.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="News"
        title="What changed for angel investors"
        lead="Rules and rates in the United Kingdom, with the date they apply from and where to read them. General information, not tax advice."
      />
      <div className="mt-14 grid gap-14">
        {news.length === 0 && (
          <div className="wrap">
            <EmptyState
              isCard
              heading="h2"
              title="No news yet"
              text="What changes for angel investors will stand here, with the date it applies from."
            />
          </div>
        )}
        {news.map(({ slug, date, title, body, source_name, source_url, is_example }) => (
          <article className="wrap" key={slug} id={slug}>
            <Rail side={<time dateTime={date}>{formatDay(date)}</time>}>
              <h2 className="d3">{title}</h2>
              {is_example && <ExampleMark />}
              <div className="mt-3 gap-x-10 xl:grid xl:grid-cols-[2fr_1fr]">
                <div className="answer-text grid max-w-(--measure) gap-4 text-ink-2">
                  <RichText document={body} values={values} />
                </div>
                {source_url && (
                  <p>
                    <TextLink to={source_url} className="mt-2 xl:-mt-2.5">
                      {source_name || source_url}
                    </TextLink>
                  </p>
                )}
              </div>
            </Rail>
          </article>
        ))}
      </div>
    </div>
  );
}
