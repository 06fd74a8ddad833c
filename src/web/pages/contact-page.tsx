import { Fragment } from "react";
import { paths } from "#shared/paths.ts";
import { postalLines } from "#shared/postal-lines.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";

export function ContactPage() {
  const club = useClub();
  const canCall = club.links.booking !== null;
  usePageMeta("Contact", `How to reach ${club.identity.name}: by email, ${canCall ? "on a call, " : ""}or by post.`);
  return (
    <div className="page-end">
      <PageHead
        side="Contact"
        title="Ask us first"
        lead={
          canCall
            ? "Write to us or book a call, before you apply or after. Neither commits you to anything."
            : "Write to us, before you apply or after. It commits you to nothing."
        }
      />
      <section className="wrap mt-14">
        <Rail side="Email">
          <p className="d2 text-[clamp(1.375rem,0.9rem+2.4vw,2.75rem)]">
            <InlineLink to={`mailto:${club.identity.contact_email}`}>
              {breakableAtSign(club.identity.contact_email)}
            </InlineLink>
          </p>
          <p className="mt-4 max-w-(--measure) text-ink-2">
            For anything: a question about a plan or a deal, a complaint, or{" "}
            <InlineLink to={`${paths.privacy}#your-rights`}>your data</InlineLink>.
          </p>
        </Rail>
      </section>
      {club.links.booking && (
        <section className="wrap mt-14">
          <Rail side="Call">
            <h2 className="d2">Talk to one of us</h2>
            <div className="mt-4 flex flex-wrap items-end justify-between gap-6">
              <p className="max-w-(--measure) text-ink-2">
                You pick a time on our booking page, which opens in a new tab. We explain how the club works; we do not
                advise you whether to invest.
              </p>
              <LinkButton to={club.links.booking} variant="secondary">
                Book a call
              </LinkButton>
            </div>
          </Rail>
        </section>
      )}
      <section className="wrap mt-14">
        <Rail side="Post">
          <address className="not-italic">
            {postalLines(club.identity).map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
        </Rail>
      </section>
      <section className="wrap mt-14">
        <Rail side="Raising money?">
          <p className="max-w-(--measure)">
            {club.links.founder_enquiry
              ? "Founders have a page and an enquiry form of their own."
              : "Founders have a page of their own."}
          </p>
          <TextLink to={paths.founders} className="mt-2">
            For founders
          </TextLink>
        </Rail>
      </section>
    </div>
  );
}

/** May be broken before the at-sign where the line is too short, and never within a word. */
const breakableAtSign = (email: string) =>
  email.split("@").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && <wbr />}
      {index > 0 && "@"}
      {part}
    </Fragment>
  ));
