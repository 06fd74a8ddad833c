import { anchors, paths } from "#shared/paths.ts";
import { useFaqs } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Faq } from "../faq.tsx";

export function MemberFaq() {
  const club = useClub();
  const faqs = useFaqs("members");
  const sections = [...new Set(faqs.map(({ section }) => section))];
  return (
    <section className="wrap section" id={anchors.faq}>
      <Rail side="FAQ">
        <h2 className="d1">Before you apply</h2>
        {faqs.length === 0 && (
          <div className="mt-6">
            <Faq faqs={[]} />
          </div>
        )}
      </Rail>
      <div className={sections.length > 0 ? "mt-10 grid gap-12" : undefined}>
        {sections.map((section) => (
          <Rail side={section} key={section}>
            <div className="lg:-mt-[0.9rem] lg:[&>.questions]:border-t-0">
              <Faq faqs={faqs.filter((faq) => faq.section === section)} />
            </div>
          </Rail>
        ))}
      </div>
      <Rail side="More" className="mt-12">
        <div className="flex flex-wrap gap-x-8">
          <TextLink to={paths.hnwiSi}>Investor types</TextLink>
          <TextLink to={paths.terms}>Terms of use</TextLink>
          <TextLink to={paths.contact}>{faqs.length > 0 ? "Ask us something else" : "Ask us something"}</TextLink>
        </div>
        <p className="risk-line">{club.warnings.risk_warning}</p>
      </Rail>
    </section>
  );
}
