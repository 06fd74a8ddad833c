import { formatPounds } from "#shared/format-pounds.ts";
import { anchors, paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { ClubCarousel } from "./club-carousel.tsx";

const benefits = [
  "Exclusive networking events",
  "Access to SaaS investment opportunities",
  "Access to industry experts",
  "Collaboration opportunities",
  "Community support system",
  "Digital and physical resources",
];

export function AboutClub() {
  const club = useClub();
  return (
    <section className="wrap section" id={anchors.about}>
      <Rail side="About the club">
        <h2 className="d1 max-w-[46rem]">Small cheques, pooled with care, can start something large</h2>
        <p className="lead mt-6 max-w-(--measure)">
          Each deal has its own vehicle, so a member can come in from {formatPounds(club.minimum_investment_pence)}. The
          club and its founders invest in every one, beside the members who choose it.
        </p>
        <h3 className="d3 mt-12">Why Join Our Community?</h3>
        <ul className="stick-list">
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
        <TextLink to={paths.about} className="mt-4">
          Learn More About Us
        </TextLink>
        <ClubCarousel />
      </Rail>
    </section>
  );
}
