import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { defaultClub } from "#shared/settings/club.ts";
import { createSiteData, SiteDataProvider } from "#web/lib/site-data.tsx";

const siteDataOf = (club: typeof defaultClub) =>
  createSiteData(() => Promise.reject(new Error("Nothing else is read.")), { "/settings": club });

/** What a query has read, and when. */
export type CachedQuery = [key: readonly unknown[], data: unknown, updatedAt?: number];

/** Rendered once, with what these queries have read. */
export function markupOf(part: ReactNode, queries: readonly CachedQuery[] = [], club = defaultClub): string {
  const client = new QueryClient();
  for (const [key, data, updatedAt = Date.now()] of queries) client.setQueryData(key, data, { updatedAt });
  return renderToStaticMarkup(
    <SiteDataProvider data={siteDataOf(club)}>
      <MemoryRouter>
        <QueryClientProvider client={client}>{part}</QueryClientProvider>
      </MemoryRouter>
    </SiteDataProvider>,
  );
}

export const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll("&#x27;", "'");
