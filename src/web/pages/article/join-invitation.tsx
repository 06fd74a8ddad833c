import { formatPounds } from "#shared/format-pounds.ts";
import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { Rail } from "#web/ui/rail.tsx";

/** The way on for a reader who would like to invest with the club. */
export function JoinInvitation() {
  const club = useClub();
  return (
    <section className="section-band join-invitation">
      <div className="wrap">
        <Rail side="Membership">
          <h2 className="d2">Judge the next deal with us</h2>
          <p className="lead mt-4 max-w-(--measure)">
            Members see {club.figures.deals_per_year} vetted deals a year and choose which to back, from{" "}
            {formatPounds(club.minimum_investment_pence)} each. The club takes no share of the profit.
          </p>
          <div className="button-row mt-7 gap-x-6!">
            <LinkButton to={paths.membership} variant="primary">
              Compare the plans
            </LinkButton>
            <TextLink to={paths.calculator}>Work out the fees</TextLink>
          </div>
          <p className="risk-line mt-4">{club.warnings.risk_line}</p>
        </Rail>
      </div>
    </section>
  );
}
