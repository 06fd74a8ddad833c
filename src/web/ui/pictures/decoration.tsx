import { type ComponentProps, useState } from "react";
import { classNames } from "../class-names.ts";
import broken from "./drawn/spot-broken.svg";
import empty from "./drawn/spot-empty.svg";
import notFound from "./drawn/spot-not-found.svg";
import signedOut from "./drawn/spot-signed-out.svg";
import submitted from "./drawn/spot-submitted.svg";

interface DecorationProps extends Omit<ComponentProps<"img">, "alt" | "onError"> {
  src: string | undefined;
}

/** The image has no browser frame where it cannot be loaded. */
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

const spots = { empty, "not-found": notFound, "signed-out": signedOut, broken, submitted };
export type SpotName = keyof typeof spots;

export function Spot({ name }: { name: SpotName }) {
  return <Decoration className="spot" src={spots[name]} width={200} height={130} />;
}
