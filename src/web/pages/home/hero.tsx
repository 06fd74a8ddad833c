import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { InlineLink, LinkButton, TextLink } from "#web/ui/link.tsx";
import { HeroFlame } from "#web/ui/pictures/home-pictures.tsx";

export function Hero() {
  const club = useClub();
  const [title, returns] = club.identity.taglines;
  return (
    <section className="hero">
      <div className="wrap relative z-1">
        <div className="hero-copy">
          <h1 className="hero-title">{title}</h1>
          <p className="hero-returns">{returns}</p>
          <p className="lead">{club.identity.mission}</p>
          <div className="hero-actions">
            <LinkButton to={paths.membership} variant="primary">
              Become a Member
            </LinkButton>
            <TextLink to={paths.about}>
              Learn More<span className="sr-only"> about {club.identity.name}</span>
            </TextLink>
          </div>
          <p className="risk-line">
            {club.warnings.risk} <InlineLink to={paths.hnwiSi}>{club.warnings.offers}</InlineLink>
          </p>
        </div>
      </div>
      <HeroFlame />
    </section>
  );
}
