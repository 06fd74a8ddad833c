import type { Investment } from "#shared/companies/companies.ts";
import { useList } from "#web/lib/use-list.ts";
import { initials } from "#web/ui/avatar.tsx";
import { classNames } from "#web/ui/class-names.ts";

export const hostOf = (website: string): string => (URL.canParse(website) ? new URL(website).host : website);

/** aria-hidden, and no more than initials without a picture: the name is beside it. */
export function InvestmentLogo({ investment: { logo, name } }: { investment: Investment }) {
  if (logo) {
    // The logos of the build hold both themes.
    const ground = logo.startsWith("/logos/") ? undefined : "logo-ground";
    return <img src={logo} alt="" className={classNames(ground, "h-10 object-contain")} />;
  }
  return (
    <span className="font-display text-ink" aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** Fetched whole; the detail page uses the same query. */
export const useInvestments = () => useList<Investment>({ path: "/investments" });

export const statusTones = { Active: "live", Exited: "over", Failed: "refused" } as const;
