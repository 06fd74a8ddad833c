import { Suspense } from "react";
import { paths } from "#shared/paths.ts";
import type { SetupTyped } from "#web/features/setup/setup.tsx";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useLinkToken } from "./mail-links/link-token.ts";

const setup = lazyPage(() => import("#web/features/setup/setup.tsx").then((file) => file.Setup));

const registration = lazyPage(() => import("./setup/other-registration.tsx").then((file) => file.OtherRegistration));

export function SetupPage() {
  const { token } = useLinkToken(paths.setup);
  const link = invitationOf(token);
  const registrationOf = (typed: SetupTyped | undefined, isFinished: boolean) =>
    link && <Page page={registration} invitation={link} typed={typed} isFinished={isFinished} />;
  return (
    <div className="auth-page">
      <Suspense>
        <Page page={setup} link={link} registration={registrationOf} />
      </Suspense>
    </div>
  );
}

/** "K7QX2MPR9W-ada@club.example". */
function invitationOf(token: string | null): { code: string; email: string } | null {
  const [code = "", ...rest] = token?.split("-") ?? [];
  const email = rest.join("-");
  return code && email ? { code, email } : null;
}
