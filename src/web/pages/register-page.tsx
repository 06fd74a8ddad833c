import { Suspense, useState } from "react";
import { useSearchParams } from "react-router";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { AuthCard } from "./auth-card.tsx";
import { type Registered, RegistrationForm } from "./register/registration-form.tsx";

const complete = lazyPage(() =>
  import("./register/registration-complete.tsx").then((file) => file.RegistrationComplete),
);

/** Runs while the form is filled in. */
const prefetchComplete = () => void complete.load().catch(() => {});

export function RegisterPage() {
  const club = useClub();
  usePageMeta("Register", "Register with the invitation code and the email address it was sent to.");
  const [search] = useSearchParams();
  const invitation = Object.fromEntries(["code", "email"].map((name) => [name, search.get(name) ?? undefined]));
  const [registered, setRegistered] = useState<Registered | null>(null);
  return (
    <div className="auth-page">
      {registered !== null ? (
        <Suspense>
          <Page page={complete} {...registered} />
        </Suspense>
      ) : (
        <AuthCard title={`Join ${club.identity.name}`} lead="Enter your invitation details to register">
          <RegistrationForm
            key={String(search)}
            invitation={invitation}
            onEnter={prefetchComplete}
            onComplete={setRegistered}
          />
          <p className="note">Registration is by invitation only. Contact an admin if you need an invitation.</p>
        </AuthCard>
      )}
    </div>
  );
}
