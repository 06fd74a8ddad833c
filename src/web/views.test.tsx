import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import type { Session } from "#shared/account/session.ts";
import { noticeRules } from "#shared/notices/notice-rules.ts";
import type { NoticeKind } from "#shared/notices/notices.ts";
import { paths } from "#shared/paths.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { matchView, titleOf, viewAddress } from "#web/app/members/match-view.ts";
import { MembersArea, sideList } from "#web/app/members/members-area.tsx";
import { PageMetaListener } from "#web/lib/page-meta.ts";
import { createSiteData, SiteDataProvider } from "#web/lib/site-data.tsx";
import { type Screen, type View, views } from "#web/views.tsx";

const sessionOf = (rights: Pick<Session, "role" | "membership_status">): Session => ({
  expires_at: 4_000_000_000,
  expires_in: 3600,
  token_type: "cookie",
  user: {
    id: "0190a0a0-0000-7000-8000-000000000001",
    email: "amara@kindling.example",
    email_verified: true,
    identities: [],
    factors: [],
    user_metadata: { full_name: null, name: null, avatar_url: null },
  },
  membership_end: null,
  ...rights,
});

const siteData = createSiteData(() => Promise.reject(new Error("Nothing else is read.")), { "/settings": defaultClub });

const people = {
  admin: sessionOf({ role: "admin", membership_status: "approved" }),
  member: sessionOf({ role: "member", membership_status: "approved" }),
  pending: sessionOf({ role: null, membership_status: "pending" }),
  rejected: sessionOf({ role: null, membership_status: "rejected" }),
};
type Person = keyof typeof people;

const admitted: Record<View["audience"], Person[]> = {
  admin: ["admin"],
  approved: ["admin", "member"],
  member: ["admin", "member", "pending"],
  person: ["admin", "member", "pending", "rejected"],
};

interface Place {
  address: string;
  tab: View;
  screen: Screen;
}

const places = views.flatMap((tab): Place[] =>
  "screens" in tab
    ? tab.screens.map((screen) => ({ address: viewAddress(tab, screen), tab, screen }))
    : [{ address: viewAddress(tab), tab, screen: tab }],
);

const queryOf = (address: string) => new URLSearchParams(address.split("?")[1]);
const matchOf = (address: string, person: Person) => matchView(queryOf(address), people[person]);

describe.each(places)("$address", ({ address, tab, screen }) => {
  it.each(admitted[screen.audience])("A view shows its screen to the %s person", (person) => {
    expect(matchOf(address, person)).toEqual({ tab, screen, correctAddress: undefined });
  });

  it("A view redirects everybody else", () => {
    const others = (Object.keys(people) as Person[]).filter((person) => !admitted[screen.audience].includes(person));
    for (const person of others) {
      const match = matchOf(address, person);
      expect(match.screen).not.toBe(screen);
      expect(match.correctAddress).toBe(match.tab === tab ? viewAddress(tab) : "/members");
    }
  });

  it("A view's label is in its current link, unless the screen is alone, and in the document's title", async () => {
    const { markup, title } = await render(address, new QueryClient());
    const current = [...markup.matchAll(/<a[^>]*aria-current="page"[^>]*>/g)].join();
    expect(current).toContain(`href="${viewAddress(tab).replace("&", "&amp;")}"`);
    expect(markup).toContain(`>${tab.label}</a>`);
    expect(markup.includes(`>${screen.label}</a>`)).toBe(!screen.isAlone || screen.label === tab.label);
    expect(current.includes(`href="${address.replace("&", "&amp;")}"`)).toBe(!screen.isAlone);
    expect(title).toBe(`${titleOf(tab, screen)} | Kindling`);
  });

  it("A view prefetches only what its screen requests", async () => {
    const asked = new QueryClient();
    await render(address, asked);
    const prefetched = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await Promise.all((screen.prefetch ?? []).map((query) => query(prefetched)));
    expect(hashesOf(asked)).toEqual(expect.arrayContaining(hashesOf(prefetched)));
    expect(hashesOf(prefetched)).toHaveLength(screen.prefetch?.length ?? 0);
  });
});

const hashesOf = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryHash }) => queryHash);

async function render(address: string, client: QueryClient) {
  const { screen } = matchOf(address, "admin");
  await Promise.all([screen.component.load(), sideList.load()]);
  let title = "";
  const markup = renderToStaticMarkup(
    <PageMetaListener value={(meta) => (title = meta.title)}>
      <SiteDataProvider data={siteData}>
        <MemoryRouter initialEntries={[address]}>
          <QueryClientProvider client={client}>
            <MembersArea session={people.admin} />
          </QueryClientProvider>
        </MemoryRouter>
      </SiteDataProvider>
    </PageMetaListener>,
  );
  return { markup, title };
}

it("A member sees no labels of admin views", () => {
  const markup = renderToStaticMarkup(
    <SiteDataProvider data={siteData}>
      <MemoryRouter initialEntries={[paths.directory]}>
        <QueryClientProvider client={new QueryClient()}>
          <MembersArea session={people.member} />
        </QueryClientProvider>
      </MemoryRouter>
    </SiteDataProvider>,
  );
  const labels = places.filter(({ screen }) => screen.audience === "admin").map(({ screen }) => screen.label);
  for (const label of ["Admin", ...labels]) expect(markup).not.toContain(`>${label}`);
});

it.each([
  ["?tab=unknown", "/members", "Overview"],
  ["?tab=unknown&view=edit", "/members", "Overview"],
  ["?view=edit", "/members", "Overview"],
  ["?tab=events&view=edit", "/members?tab=events", "Member Events"],
  ["?tab=directory&view=unknown", "/members?tab=directory", "View Directory"],
  ["?tab=directory&view=review&status=pending", "/members?tab=directory", "View Directory"],
  ["?tab=admin&view=audit", "/members", "Overview"],
  ["", undefined, "Overview"],
  ["?tab=directory", undefined, "View Directory"],
  ["?tab=directory&q=bicycle", undefined, "View Directory"],
])("A member is redirected from %j to %s and sees %s", (search, correctAddress, label) => {
  const match = matchOf(search, "member");
  expect([match.correctAddress, match.screen.label]).toEqual([correctAddress, label]);
});

it.each([
  ["?tab=account&view=details", "", "/members?tab=account&view=you"],
  ["?tab=account&view=statements", "", "/members?tab=account&view=investor"],
  ["?tab=account&view=statements&from=mail", "", "/members?tab=account&view=investor&from=mail"],
  ["?tab=account", "#two-factor", "/members?tab=account&view=security#two-factor"],
  ["?tab=account", "#sessions", "/members?tab=account&view=security#sessions"],
  ["?tab=account&view=details", "#record", "/members?tab=account&view=investor#record"],
  ["?tab=account", "#tier", "/members?tab=account&view=plan#tier"],
  ["?tab=account", "#told", "/members?tab=account&view=emails#told"],
  ["?tab=account", "#your-data", "/members?tab=account&view=data#your-data"],
])("The former address %s%s is redirected to %s", (search, hash, address) => {
  const match = matchView(new URLSearchParams(search), people.member, hash);
  expect(match.correctAddress).toBe(address);
  const [query, anchor] = (address.split("?")[1] ?? "").split("#");
  const there = matchView(new URLSearchParams(query), people.member, anchor ? `#${anchor}` : "");
  expect([there.screen, there.correctAddress]).toEqual([match.screen, undefined]);
});

it.each([
  ["?tab=admin&view=settings", "", "Club", "/members?tab=admin&view=club"],
  ["?tab=admin&view=settings&section=identity", "", "Club", "/members?tab=admin&view=club&section=identity"],
  ["?tab=admin&view=settings&section=brand", "", "Look", "/members?tab=admin&view=look"],
  ["?tab=admin&view=settings&section=terms", "", "Plans and fees", "/members?tab=admin&view=plans"],
  ["?tab=admin&view=settings&section=deals", "", "Deals and warnings", "/members?tab=admin&view=deal-rules"],
  ["?tab=admin&view=settings&section=newsletter", "", "Emails", "/members?tab=admin&view=emails"],
  ["?tab=admin&view=webhooks", "", "API keys and webhooks", "/members?tab=admin&view=keys"],
])("An admin is redirected from the former address %s%s of the settings to %s", (search, hash, label, address) => {
  const match = matchView(new URLSearchParams(search), people.admin, hash);
  expect([match.screen.label, match.correctAddress]).toEqual([label, address]);
});

it("The settings have seven parts, the last of which stands apart", () => {
  const parts = places.map(({ screen }) => screen).filter(({ place }) => place === "Settings");
  expect(parts.map(({ label }) => label)).toEqual([
    "Club",
    "Look",
    "Plans and fees",
    "Deals and warnings",
    "Emails",
    "API keys and webhooks",
    "Stop all deals",
  ]);
  expect(parts.filter(({ isDanger }) => isDanger).map(({ label }) => label)).toEqual(["Stop all deals"]);
});

it.each([
  ["identity", "Club"],
  ["sender", "Emails"],
  ["fee_account", "Plans and fees"],
  ["nominee", "Deals and warnings"],
])("The path of the section %s leads to the part %s", (section, label) => {
  expect(matchOf(settingPath(section).replace(/#.*/, ""), "admin").screen.label).toBe(label);
});

it("A former address leads nobody to a part that is closed to them", () => {
  const match = matchView(new URLSearchParams("tab=account"), people.rejected, "#told");
  expect([match.screen.label, match.correctAddress]).toEqual(["You", undefined]);
});

const account = views.find(({ path }) => path === "account");
it("The account has six parts, each with a summary", () => {
  const parts = account && "screens" in account ? account.screens.filter(({ group }) => group === "Account") : [];
  expect(parts.map(({ label }) => label)).toEqual([
    "You",
    "Sign-in and security",
    "Investor details",
    "Plan and payment",
    "Emails and notices",
    "Your data",
  ]);
  for (const { summary } of parts) expect(typeof summary).toBe("string");
});

it("Each screen has a title that no other one has, with the place that it is a part of", () => {
  const titles = places.map(({ tab, screen }) => titleOf(tab, screen));
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  expect(titles).toEqual(
    expect.arrayContaining([
      "Overview",
      "Statements",
      "Forms, Statements",
      "What members were shown, Records",
      "Your data, Account",
      "Club, Settings",
      "Notices, Account",
    ]),
  );
});

it.each([
  paths.portfolio,
  paths.openDeals,
  paths.documents,
  paths.export,
  paths.yearEnd,
  paths.shownDeals,
  paths.directory,
  paths.editProfile,
  paths.submitProfile,
  paths.account,
  paths.statements,
  paths.signStatement,
])("A view exists at %s, which other pages link to", (path) =>
  expect(matchOf(path, "member").correctAddress).toBe(undefined),
);

const adminsKinds = ["waiting", "alarms"];
const ofNotices = (Object.keys(noticeRules) as NoticeKind[]).flatMap((kind) => {
  const { about, leadsTo } = noticeRules[kind];
  const role = adminsKinds.includes(about) ? ("admin" as const) : ("member" as const);
  return [null, "01900000-0000-7000-8000-000000000000"].map((id) => ({ kind, role, path: leadsTo(id) }));
});

it.each(ofNotices)("A view exists for the $role at $path, which the notice $kind leads to", ({ path, role }) =>
  expect(matchOf(path.split("#")[0] ?? "", role).correctAddress).toBe(undefined),
);
