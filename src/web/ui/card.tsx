import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";

/** A white sheet on the paper: one hairline, no shadow. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames("card", className)} />;
}
