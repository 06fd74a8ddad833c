import { newsItems } from "#web/content/news.ts";
import { longDate } from "#web/lib/format.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";

export function NewsPage() {
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
        {newsItems.map(({ id, date, title, text, source }) => (
          <article className="wrap" key={id} id={id}>
            <Rail side={<time dateTime={date}>{longDate(date)}</time>}>
              <h2 className="d3">{title}</h2>
              <p className="mt-3 max-w-(--measure) text-ink-2">{text}</p>
              <TextLink to={source.url} className="mt-2">
                {source.name}
              </TextLink>
            </Rail>
          </article>
        ))}
      </div>
    </div>
  );
}
