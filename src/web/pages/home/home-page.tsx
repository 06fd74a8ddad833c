import { club } from "#shared/club.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { AboutClub } from "./about-club.tsx";
import { ContactSection } from "./contact-section.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { JoinBanner } from "./join-banner.tsx";
import { LatestInsights } from "./latest-insights.tsx";
import { MembershipSection } from "./membership-section.tsx";
import { Philosophy } from "./philosophy.tsx";
import { Stats } from "./stats.tsx";

export function HomePage() {
  usePageMeta(null, club.mission);
  return (
    <>
      <Hero />
      <Stats />
      <AboutClub />
      <Philosophy />
      <HowItWorks />
      <MembershipSection />
      <LatestInsights />
      <ContactSection />
      <JoinBanner />
    </>
  );
}
