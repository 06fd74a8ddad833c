import { club } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";

interface LogoProps {
  on?: "paper" | "pine";
  /** Pixels. */
  size?: number;
}

export function Logo({ on = "paper", size = 28 }: LogoProps) {
  return (
    <RouteLink className="logo" to={paths.home}>
      <Mark on={on} size={size} />
      {club.product}
    </RouteLink>
  );
}
