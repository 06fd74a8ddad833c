import { Link } from "react-router";
import { club } from "#shared/club.ts";
import { paths } from "#shared/paths.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";

interface LogoProps {
  on?: "paper" | "pine";
  /** Pixels. */
  size?: number;
}

export function Logo({ on = "paper", size = 28 }: LogoProps) {
  return (
    <Link className="logo" to={paths.home}>
      <Mark on={on} size={size} />
      {club.product}
    </Link>
  );
}
