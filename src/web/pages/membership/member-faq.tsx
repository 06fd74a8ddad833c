import { anchors, paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Questions } from "#web/ui/questions.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { memberQuestions } from "./member-questions.ts";

export function MemberFaq() {
  const club = useClub();
  return (
    <section className="wrap section" id={anchors.faq}>
      <Rail side="FAQ">
        <h2 className="d1">Before you apply</h2>
      </Rail>
      <div className="mt-10 grid gap-12">
        {memberQuestions(club).map(({ side, questions }) => (
          <Rail side={side} key={side}>
            <div className="lg:-mt-[0.9rem] lg:[&>.questions]:border-t-0">
              <Questions questions={questions} />
            </div>
          </Rail>
        ))}
      </div>
      <Rail side="More" className="mt-12">
        <div className="flex flex-wrap gap-x-8">
          <TextLink to={paths.hnwiSi}>Investor types</TextLink>
          <TextLink to={paths.terms}>Terms of use</TextLink>
          <TextLink to={paths.contact}>Ask us something else</TextLink>
        </div>
        <p className="risk-line">{club.warnings.risk_warning}</p>
      </Rail>
    </section>
  );
}
