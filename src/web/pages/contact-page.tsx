import { club } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Rail } from "#web/ui/rail.tsx";

export function ContactPage() {
  usePageMeta("Contact", `How to reach ${club.product}: by email, on a call, or by post.`);
  return (
    <div className="page-end">
      <PageHead
        side="Contact"
        title="Ask us first"
        lead="Write to us or book a call, before you apply or after. Neither commits you to anything."
      />
      <section className="wrap section">
        <Rail side="Email">
          <p className="d2 break-words">
            <InlineLink to={`mailto:${club.contactEmail}`}>{club.contactEmail}</InlineLink>
          </p>
        </Rail>
      </section>
      <section className="wrap mt-14">
        <Rail side="Call">
          <h2 className="d2">Talk to one of us</h2>
          <LinkButton to={club.links.booking} variant="pine" className="mt-6">
            Book a call
          </LinkButton>
        </Rail>
      </section>
      <section className="wrap mt-14">
        <Rail side="Post">
          <address className="not-italic">
            {club.address.map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
        </Rail>
      </section>
      <section className="wrap mt-14">
        <Rail side="Raising money?">
          <p className="max-w-(--measure)">Founders have a page and a form of their own.</p>
          <TextLink to={paths.founders} className="mt-2">
            For founders
          </TextLink>
        </Rail>
      </section>
    </div>
  );
}
