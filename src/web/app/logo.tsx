import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

interface LogoProps {
  on?: "paper" | "pine";
  /** Pixels. */
  size?: number;
}

export function Logo({ on = "paper", size = 28 }: LogoProps) {
  const club = useClub();
  return (
    <RouteLink className="logo" to={paths.home}>
      <Mark on={on} size={size} />
      {club.identity.name}
    </RouteLink>
  );
}
