import { paths } from "#shared/paths.ts";
import { postalLines } from "#shared/postal-lines.ts";
import { useClub } from "#web/lib/use-club.ts";
import { AnyLink } from "#web/ui/link.tsx";
import { membershipLinks, quickLinks } from "./footer.tsx";

/** Behind sign-in, and where somebody came to do one thing: the links in one row, and a line. */
export function CompactFooter() {
  const club = useClub();
  const { identity, links, warnings } = club;
  const rows = [
    ...quickLinks,
    ...membershipLinks.filter(({ to }) => to !== paths.login),
    ...(links.linkedin ? [{ label: "LinkedIn", to: links.linkedin }] : []),
    ...(links.ai_search ? [{ label: `Ask AI about ${identity.name}`, to: links.ai_search }] : []),
    { label: identity.contact_email, to: `mailto:${identity.contact_email}` },
    { label: "Privacy", to: paths.privacy },
    { label: "Terms", to: paths.terms },
  ];
  return (
    <footer className="wrap">
      <div className="compact-footer">
        <nav aria-label="Footer">
          {rows.map(({ label, to }) => (
            <AnyLink key={to} to={to}>
              {label}
            </AnyLink>
          ))}
        </nav>
        <p>
          {warnings.risk} {warnings.offers} © {new Date().getFullYear()} {postalLines(identity).join(", ")}
        </p>
      </div>
    </footer>
  );
}
