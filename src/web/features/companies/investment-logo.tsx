import type { Investment } from "#shared/companies.ts";

/** Hidden from screen readers: the company's name is beside it as text. Without a logo, the name is set as one. */
export function InvestmentLogo({ investment: { logo, name } }: { investment: Investment }) {
  if (logo) return <img src={logo} alt="" className="h-10 w-auto max-w-full object-contain" />;
  return (
    <span className="max-w-full px-4 text-center font-display text-2xl text-ink wrap-anywhere" aria-hidden="true">
      {name}
    </span>
  );
}
