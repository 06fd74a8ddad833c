import type { ReactNode } from "react";
import { Rail } from "#web/ui/rail.tsx";

/** A view whose name stands in the rail as its heading. */
export function ViewRail({ heading, children }: { heading: string; children: ReactNode }) {
  return <Rail side={<h2 className="font-text font-[550]">{heading}</h2>}>{children}</Rail>;
}
