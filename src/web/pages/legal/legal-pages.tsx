import type { PublishedPage } from "#shared/content/content.ts";
import { fillValues, headingsOf } from "#shared/content/rich-text-outline.ts";
import { lazily } from "#shared/lazily.ts";
import { toLondonTime } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { usePublishedPage, useRichTextValues } from "#web/lib/site-content.ts";
import { ContentsFold, ContentsRail } from "#web/ui/contents.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { RichText } from "#web/ui/rich-text/rich-text.tsx";

export const PrivacyPage = () => <LegalPage path={paths.privacy} page={usePublishedPage("privacy")} />;

export const TermsPage = () => <LegalPage path={paths.terms} page={usePublishedPage("terms")} />;

export const InvestorTypesPage = () => <LegalPage path={paths.hnwiSi} page={usePublishedPage("hnwi-si")} />;

interface LegalPageProps {
  path: string;
  page: Pick<PublishedPage, "title" | "description" | "side" | "lead" | "body" | "published_at">;
}

export function LegalPage({ path, page }: LegalPageProps) {
  const { title, description, side, lead, body, published_at } = page;
  const values = useRichTextValues();
  usePageMeta(title, description);
  const headings = headingsOf(body, values).filter(({ level }) => level === 2);
  return (
    <div className="wrap page page-end">
      <Rail
        side={
          <div className="grid gap-6 lg:sticky lg:top-24">
            <div>
              <LastUpdated side={side} moment={published_at} />
            </div>
            <ContentsRail path={path} headings={headings} />
          </div>
        }
      >
        <h1 className="d1 max-w-[46rem]">{title}</h1>
        <p className="lead mt-6 mb-10 max-w-(--measure)">{fillValues(lead, values)}</p>
        <ContentsFold path={path} headings={headings} />
        <div className="prose">
          <RichText document={body} values={values} />
        </div>
      </Rail>
    </div>
  );
}

/** "10 Feb 2025": the pages' words are the agreed ones, with the month cut short. */
const short = lazily(
  () =>
    new Intl.DateTimeFormat("en-GB", {
      day: "numeric",
      month: "short",
      year: "numeric",
      timeZone: "Europe/London",
    }),
);

interface LastUpdatedProps {
  side: string;
  /** When this version was published, ISO 8601. */
  moment: string;
}

function LastUpdated({ side, moment }: LastUpdatedProps) {
  return (
    <>
      <p>{side}</p>
      <p className="by num">
        <span>
          Last updated <time dateTime={toLondonTime(new Date(moment)).date}>{short().format(new Date(moment))}</time>
        </span>
      </p>
    </>
  );
}
