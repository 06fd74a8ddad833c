import { useEffect } from "react";
import { club } from "#shared/club.ts";

/**
 * Sets the document's title and description for the page that is shown.
 * @param title what the page is, without the club's name; the home page gives none.
 */
export function usePageMeta(title: string | null, description: string): void {
  useEffect(() => {
    document.title = title ? `${title} | ${club.product}` : `${club.product} | ${club.taglines[0]}`;
    document.querySelector('meta[name="description"]')?.setAttribute("content", description);
  }, [title, description]);
}
