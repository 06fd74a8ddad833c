import { club } from "#shared/club.ts";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";

export function ContactSection() {
  return (
    <section className="wrap section">
      <Rail side="Contact">
        <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-7">
          <div>
            <h2 className="d1">Ask us first</h2>
            <p className="lead mt-5 max-w-(--measure)">
              Write to <InlineLink to={`mailto:${club.contactEmail}`}>{club.contactEmail}</InlineLink>, or book a call
              with one of us before you apply.
            </p>
          </div>
          <LinkButton to={club.links.booking} variant="outline">
            Book a call
          </LinkButton>
        </div>
      </Rail>
    </section>
  );
}
