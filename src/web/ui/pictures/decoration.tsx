import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";

interface DecorationProps extends Omit<ComponentProps<"img">, "alt" | "onError"> {
  src: string | undefined;
}

/** A picture that says nothing. One that cannot be loaded leaves its place empty, without the browser's frame around it. */
export function Decoration({ src, className, ...rest }: DecorationProps) {
  const [brokenSrc, setBrokenSrc] = useState<string>();
  const isBroken = src !== undefined && src === brokenSrc;
  return (
    <img
      {...rest}
      src={src}
      alt=""
      className={classNames(className, isBroken && "invisible")}
      onError={() => setBrokenSrc(src)}
    />
  );
}
