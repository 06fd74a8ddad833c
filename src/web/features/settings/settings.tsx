import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import type { Session } from "#shared/account/session.ts";
import { type SettingSection, settingSections } from "#shared/settings/setting-fields.ts";
import { toldSettings } from "#shared/settings/settings-messages.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { oneOf, useSearchState } from "#web/lib/search-state.ts";
import { RouteLink } from "#web/ui/route-link.tsx";
import { SideSelect } from "#web/ui/side-list.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { ViewHead } from "#web/ui/view-head.tsx";
import { SettingsFailed } from "./settings-failed.tsx";
import { settingQuery } from "./settings-query.ts";
import "#web/styles/settings.css";

const sections = [
  ...settingSections.map(({ key, label }) => ({ key, label })),
  { key: "terms", label: toldSettings.terms },
];
const settingsSearch = { section: oneOf(sections.map(({ key }) => key)) };

/** What the club says of itself, a section at a time. */
export function Settings({ session }: { session: Session }) {
  const { state, linkTo } = useSearchState(settingsSearch);
  const current = state.section || "identity";
  const section = settingSections.find(({ key }) => key === current);
  const items = sections.map(({ key, label }) => ({ to: linkTo({ section: key }), label, isCurrent: key === current }));
  return (
    <div className="grid gap-5">
      <div>
        <ViewHead title="Settings">
          <SideSelect label="Section" filled={[{ members: items }]} />
        </ViewHead>
        <nav className="section-links" aria-label="Settings">
          {items.map(({ to, label, isCurrent }) => (
            <RouteLink key={to} to={to} aria-current={isCurrent ? "page" : undefined}>
              {label}
            </RouteLink>
          ))}
        </nav>
      </div>
      {section ? (
        <Section key={section.key} section={section} userId={session.user.id} />
      ) : (
        <Terms userId={session.user.id} />
      )}
    </div>
  );
}

const settingForm = lazyPage(() => import("./setting-form.tsx").then((file) => file.SettingForm));
const terms = lazyPage(() => import("./terms-section.tsx").then((file) => file.TermsSection));

const Terms = ({ userId }: { userId: string }) => (
  <Suspense fallback={<CardSkeletons />}>
    <Page page={terms} userId={userId} />
  </Suspense>
);

function Section({ section, userId }: { section: SettingSection; userId: string }) {
  const { data, isPending, refetch } = useQuery(settingQuery(section.key));
  // Beside the query, not after it.
  useEffect(() => void settingForm.load().catch(() => {}), []);
  if (isPending) return <CardSkeletons />;
  if (!data) return <SettingsFailed onRetry={() => refetch()} />;
  return (
    <Suspense fallback={<CardSkeletons />}>
      <Page page={settingForm} section={section} setting={data} userId={userId} />
    </Suspense>
  );
}
