import type { ReactNode } from "react";
import { hasSampleBrand } from "#shared/settings/sample-identity.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Mark } from "#web/ui/pictures/mark.tsx";

interface AuthCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** The sheet that signing in, registering and a new password happen on. */
export function AuthCard({ title, lead, children }: AuthCardProps) {
  return (
    <div className="card auth-card">
      <div>
        <Mark size={30} isSample={hasSampleBrand(useClub())} />
        <h1 className="d2 mt-4">{title}</h1>
        {lead && <p className="muted mt-1.5">{lead}</p>}
      </div>
      {children}
    </div>
  );
}
