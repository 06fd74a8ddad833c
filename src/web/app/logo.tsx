import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

interface LogoProps {
  on?: "paper" | "pine";
  /** Pixels. */
  size?: number;
}

export function Logo({ on = "paper", size = 28 }: LogoProps) {
  const { identity, brand } = useClub();
  return (
    <RouteLink className="logo" to={paths.home}>
      {brand.logo ? (
        <img src={brand.logo.url} width={brand.logo.width} height={brand.logo.height} alt={identity.name} />
      ) : (
        <>
          <Mark on={on} size={size} />
          <span className={classNames("logo-name", identity.name.length > 20 && "is-long")}>{identity.name}</span>
        </>
      )}
    </RouteLink>
  );
}
