import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { isSampleIdentity } from "#shared/settings/sample-identity.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useFaqs } from "#web/lib/site-content.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Faq } from "./faq.tsx";
import { FounderFigures } from "./founders/founder-figures.tsx";
import { dataRoom, lookedFor } from "./founders/founder-texts.ts";
import { RaiseStepList } from "./founders/raise-step-list.tsx";

const exampleRaisePence = 250_000_00;

export function FoundersPage() {
  const club = useClub();
  const faqs = useFaqs("founders");
  const exampleFeePence = (exampleRaisePence * club.figures.founder_success_fee_percent) / 100;
  usePageMeta(
    "Founders",
    "What the club looks for in a start-up, what it invests, what it costs a founder and how long it takes.",
  );
  return (
    <div className="page-end">
      <PageHead
        side="Founders"
        title="Pitch once, to everyone who might back you"
        lead={`We back early-stage technology companies, most of them SaaS. Members meet you on one call and put their money into one vehicle${isSampleIdentity(club.identity) ? ", and the club and its founders invest with them" : ""}.`}
      >
        <div className="mt-8">
          <EnquiryButton />
        </div>
      </PageHead>
      <FounderFigures />
      <section className="wrap section">
        <Rail side="What we look for">
          <h2 className="d1">Evidence over eloquence</h2>
          <ul className="stick-list">
            {lookedFor(club).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="How it goes">
          <h2 className="d1">
            {club.links.founder_enquiry ? "From the form to the funds" : "From the email to the funds"}
          </h2>
          <RaiseStepList />
          <p className="note mt-3">One stick is a week, an outlined one a week it may take. A guide, not a promise.</p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="What it costs">
          <h2 className="d2 max-w-[42rem]">
            {club.figures.founder_success_fee_percent}% of total funds raised, and only if you raise
          </h2>
          <p className="mt-5 max-w-(--measure) text-ink-2">
            The funds raised are those that come through the club: raise {formatPounds(exampleRaisePence)} from its
            members and the fee is {formatPounds(exampleFeePence)}. There is no upfront pitch fee. Members pay a fee of
            their own on some plans, which they see on the{" "}
            <InlineLink to={paths.membership}>membership page</InlineLink>; it does not come out of your round.
          </p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="What to bring">
          <h2 className="d1">The data room, in short</h2>
          <dl className="principles">
            {dataRoom.map(({ title, text }) => (
              <div key={title}>
                <dt className="d4">{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-8 max-w-(--measure) text-ink-2">
            At pre-seed half of this does not exist yet. Say so; an empty folder with a reason in it is an answer.
          </p>
        </Rail>
      </section>
      <section className="wrap section">
        <Rail side="If we say no">
          <h2 className="d2 max-w-[42rem]">Most founders who write to us hear a no</h2>
          <div className="mt-5 grid max-w-(--measure) gap-4 text-ink-2">
            <p>
              We meet about {club.figures.founders_met_per_week} founders a week and bring {club.figures.deals_per_year}{" "}
              rounds a year to members. Often it is the stage, the timing, or that nobody here knows your market well
              enough to judge it. A no from us is no verdict on the company, and a yes is no promise: members may still
              commit too little for the round to close.
            </p>
            <p>
              A no costs you nothing, and members do not see papers of a company we turn down. Ask us to delete them if
              you like; the <InlineLink to={`${paths.privacy}#deletion-requests`}>privacy policy</InlineLink> says how.
            </p>
          </div>
        </Rail>
      </section>
      <section className="wrap section" id={anchors.faq}>
        <Rail side="FAQ">
          <h2 className="d1 mb-8">What founders ask</h2>
          <Faq faqs={faqs} />
          <div className="button-row mt-10 gap-x-6">
            <EnquiryButton />
            <TextLink to={paths.contact}>Ask us something first</TextLink>
          </div>
        </Rail>
      </section>
    </div>
  );
}

function EnquiryButton() {
  const { links, identity } = useClub();
  return (
    <LinkButton to={links.founder_enquiry ?? `mailto:${identity.contact_email}`} variant="primary">
      Tell us about your company
    </LinkButton>
  );
}
