import { useEffect, useRef } from "react";
import { useClub } from "#web/lib/use-club.ts";

/** The document has the colours of when it was rendered: those that are saved since are loaded. */
export function useBrandStyles(): void {
  const { main_colour, accent_colour } = useClub().brand;
  const colours = `${main_colour} ${accent_colour}`;
  const loaded = useRef(colours);
  useEffect(() => {
    if (loaded.current === colours) return;
    loaded.current = colours;
    const link = document.querySelector<HTMLLinkElement>('link[href^="/brand.css"]') ?? document.createElement("link");
    link.rel = "stylesheet";
    link.href = `/brand.css?${encodeURIComponent(colours)}`;
    document.head.append(link);
  }, [colours]);
}
