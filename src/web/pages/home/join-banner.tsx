import { paths } from "#shared/paths.ts";
import { LinkButton } from "#web/ui/link.tsx";
import { BannerFlame } from "#web/ui/pictures/banner-flame.tsx";

export function JoinBanner() {
  return (
    <section className="band on-dark mt-(--section)">
      <BannerFlame />
      <div className="wrap relative">
        <div className="band-text">
          <h2 className="d1">Bring your stick to the fire</h2>
          <p className="lead mt-5">
            Membership is by application. Start free on Trial, and move up when the fees say so.
          </p>
          <LinkButton to={paths.membership} variant="on-dark" className="mt-8">
            Join Now
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
