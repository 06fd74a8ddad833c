import { anchors, paths } from "#shared/paths.ts";
import { postalLines } from "#shared/postal-lines.ts";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import { ThemeChoice } from "#web/features/account/theme-choice.tsx";
import { NewsletterForm } from "#web/features/newsletter/newsletter-form.tsx";
import { useIsHydrating } from "#web/lib/hydration.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import { ArrowUpRight } from "#web/ui/icons.generated.ts";
import { AnyLink } from "#web/ui/link.tsx";
import { Mark } from "#web/ui/pictures/mark.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

export const quickLinks = [
  { label: "About", to: paths.about },
  { label: "Insights", to: paths.insights },
  { label: "News", to: paths.news },
  { label: "Calculator", to: paths.calculator },
  { label: "Founders", to: paths.founders },
];

export const membershipLinks = [
  { label: "Plans", to: `${paths.membership}#${anchors.membership}` },
  { label: "FAQ", to: `${paths.membership}#${anchors.faq}` },
  { label: "Investor types", to: paths.hnwiSi },
  { label: "Member Zone", to: paths.login },
];

export function Footer() {
  const club = useClub();
  return (
    <footer className="site-footer on-dark">
      <div className="wrap">
        <div className="site-footer-columns">
          <div className="site-footer-brand">
            <Logo on="pine" size={32} />
            <p className="mt-4 max-w-88">{club.identity.motto}</p>
            {club.newsletter.mode !== "off" && <NewsletterForm {...club.newsletter} />}
            <FooterTheme />
          </div>
          <LinkColumn title="Quick links" links={quickLinks} />
          <LinkColumn title="Membership" links={membershipLinks} />
          <ContactColumn />
        </div>
        <div className="site-footer-legal">
          <p>{club.warnings.risk_warning}</p>
          <p className="flex flex-wrap items-center gap-x-4">
            <span>
              © {new Date().getFullYear()} {club.identity.operator}
            </span>
            <AnyLink to={paths.privacy}>Privacy</AnyLink>
            <AnyLink to={paths.terms}>Terms</AnyLink>
          </p>
        </div>
      </div>
    </footer>
  );
}

/** Known in the browser alone, so no part of the document; its place is. */
function FooterTheme() {
  const isHydrating = useIsHydrating();
  return <div className="site-footer-theme">{!isHydrating && <ThemeChoice />}</div>;
}

function LinkColumn({ title, links }: { title: string; links: { label: string; to: string }[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={to}>
            <AnyLink to={to}>{label}</AnyLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ContactColumn() {
  const club = useClub();
  return (
    <div>
      <h2>Contact</h2>
      <ul>
        <li>
          <AnyLink to={`mailto:${club.identity.contact_email}`}>{club.identity.contact_email}</AnyLink>
        </li>
        <li className="py-1.5">
          <address className="not-italic">
            {postalLines(club.identity).map((line) => (
              <span className="block" key={line}>
                {line}
              </span>
            ))}
          </address>
        </li>
        {club.links.linkedin && (
          <li>
            <AnyLink to={club.links.linkedin}>
              LinkedIn
              <ArrowUpRight />
            </AnyLink>
          </li>
        )}
        {club.links.ai_search && (
          <li>
            <AnyLink to={club.links.ai_search}>
              Ask AI about {club.identity.name}
              <ArrowUpRight />
            </AnyLink>
          </li>
        )}
      </ul>
    </div>
  );
}

interface LogoProps {
  on?: "paper" | "pine";
  /** Pixels. */
  size?: number;
}

export function Logo({ on = "paper", size = 28 }: LogoProps) {
  const club = useClub();
  const { identity, brand } = club;
  return (
    <RouteLink className="logo" to={paths.home}>
      {brand.logo ? (
        <img src={brand.logo.url} width={brand.logo.width} height={brand.logo.height} alt={identity.name} />
      ) : (
        <>
          <Mark on={on} size={size} isSample={hasSampleBrand(club)} />
          <span className={classNames("logo-name", identity.name.length > 20 && "is-long")}>{identity.name}</span>
        </>
      )}
    </RouteLink>
  );
}
