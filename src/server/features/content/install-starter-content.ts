import type { Transaction } from "kysely";
import type { SitePageContent } from "#shared/content/site-page-layouts.ts";
import { fromLondonTime } from "#shared/london-time.ts";
import { plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import type { AsOwner } from "../../platform/db/types.ts";
import type { StarterItem } from "./starter/starter-content.ts";

interface Given {
  /** Marks what is installed as examples, for a club with members of its own. */
  isExample: boolean;
  now: Date;
  readClub: () => Promise<Club>;
}

/**
 * Publishes what a club begins with, at its first start and never again, whatever has been removed since. The pages of the site cannot
 * be removed: a club that is older than they are gets what these pages said before.
 */
export async function installStarterContent(asOwner: AsOwner, { isExample, now, readClub }: Given): Promise<void> {
  const isFirst = await asOwner(null, async (tx) => {
    // Of two processes that start at once, one waits here for the other.
    const inserted = await tx
      .insertInto("content_installations")
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return false;
    // The first start alone needs these texts.
    const starter = await import("./starter/starter-content.ts");
    await publishItems(tx, starter.starterContent(now), { isExample, now });
    const pages = isExample ? starter.ownClubSitePages() : starter.sampleSitePages();
    await publishItems(tx, pages, { isExample: false, now });
    return true;
  });
  if (!isFirst) await installMissingSitePages(asOwner, { isExample, now, readClub });
}

function installMissingSitePages(asOwner: AsOwner, { isExample, now, readClub }: Given): Promise<void> {
  return asOwner(null, async (tx) => {
    const present = await tx.selectFrom("content_items").select("slug").where("kind", "=", "site_page").execute();
    const { sampleSitePages } = await import("./starter/starter-content.ts");
    const missing = sampleSitePages().filter(({ slug }) => present.every((page) => page.slug !== slug));
    if (missing.length === 0) return;
    const club = await readClub();
    await publishItems(tx, isExample ? missing.map((page) => asBefore(page, club)) : missing, {
      isExample: false,
      now,
    });
  });
}

async function publishItems(
  tx: Transaction<DB>,
  starter: readonly StarterItem[],
  { isExample, now }: Pick<Given, "isExample" | "now">,
): Promise<void> {
  const items = await tx
    .insertInto("content_items")
    .values(
      starter.map(({ kind, slug, content, published_at: publishedOn }, position) => {
        const text = JSON.stringify(content);
        const published_at = publishedOn ? fromLondonTime(publishedOn, "09:00") : now;
        const publication = {
          published: text,
          published_revision: 1,
          first_published_at: published_at,
          published_at,
        };
        return { kind, slug, draft: text, ...publication, position, is_example: isExample, updated_at: now };
      }),
    )
    .onConflict((conflict) => conflict.columns(["kind", "slug"]).doNothing())
    .returning(["id", "draft as content"])
    .execute();
  const revisions = items.flatMap(({ id, content }) => [
    { item_id: id, number: 1, content: JSON.stringify(content), action: "saved" as const },
    { item_id: id, number: 1, content: null, action: "published" as const },
  ]);
  if (revisions.length > 0) await tx.insertInto("content_item_revisions").values(revisions).execute();
}

/** What the pages of a real club said while their words were code: the sample’s, without what it alone claimed. */
function asBefore(page: StarterItem, club: Club): StarterItem {
  const changes = wordsBefore(club)[page.slug] ?? [];
  const text = changes.reduce(
    (json, [sample, before]) => json.replaceAll(inJson(sample), inJson(before)),
    JSON.stringify(page.content),
  );
  const content = JSON.parse(text) as SitePageContent;
  const shown = content.sections.map((section) => ({
    ...section,
    is_shown: !(page.slug === "home" && section.key === "why_join"),
    points: section.points.filter(({ title }) => title !== "We invest beside you" && title !== "Beside you"),
  }));
  return { ...page, content: { ...content, sections: shown } } as StarterItem;
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

function wordsBefore({ plans, links }: Club): Record<string, [sample: string, before: string][]> {
  const community: [string, string][] = plansWith(plans, slack)
    ? []
    : [
        [", and in the Slack and WhatsApp community,", ","],
        [" and in the Slack and WhatsApp community", ""],
        ["Members’ events, a directory of who knows what, and on {community_plans} the Slack community.", noCommunity],
      ];
  return {
    home: [
      ...community,
      [" The club and its founders invest in every one, beside the members who choose it.", ""],
      ["Software first", "One cheque from us all"],
      ["Early-stage technology, mostly SaaS, from pre-seed to Series A. ", ""],
      ["Bring your stick to the fire", "Invest with us"],
    ],
    about: [
      ["A club for people who back people", "About {product}"],
      [
        "Vetted opportunities, low fees, clear information, and investors who keep learning",
        "Each round in a vehicle of its own",
      ],
    ],
    membership: [
      ...community,
      ...(plansWith(plans, /\bonline academy\b/i)
        ? []
        : [
            ["The Online Academy on {academy_plans}, articles for everyone,", "Articles for everyone"] as [
              string,
              string,
            ],
          ]),
    ],
    founders: [
      ...community,
      ["We back early-stage technology companies, most of them SaaS. ", ""],
      [", and the club and its founders invest with them", ""],
      ["Software that customers already pay for, or are queuing to try; most of it SaaS", somethingPaidFor],
      ["From pre-seed to Series A. ", ""],
      ...(links.founder_enquiry ? [] : [["The {founder_enquiry} costs", "It costs"] as [string, string]]),
    ],
  };
}

const noCommunity = "Members’ events, and a directory of who knows what.";
const somethingPaidFor = "Something that customers already pay for, or are queuing to try";
