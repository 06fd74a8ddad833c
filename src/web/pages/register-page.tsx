import { useState } from "react";
import { club } from "#shared/club.ts";
import { registrationMessages } from "#shared/registration-messages.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { Mark } from "#web/pictures/mark.tsx";
import { RegistrationComplete } from "./register/registration-complete.tsx";
import { RegistrationForm } from "./register/registration-form.tsx";

export function RegisterPage() {
  usePageMeta("Register", "Register with the invitation code and the email address it was sent to.");
  const [isComplete, setComplete] = useState(false);
  return (
    <div className="auth-page">
      {isComplete ? (
        <RegistrationComplete />
      ) : (
        <div className="card auth-card">
          <div>
            <Mark size={30} />
            <h1 className="d2 mt-4">Join {club.product}</h1>
            <p className="muted mt-1.5">{registrationMessages.subtitle}</p>
          </div>
          <RegistrationForm onComplete={() => setComplete(true)} />
          <p className="note">{registrationMessages.footer}</p>
        </div>
      )}
    </div>
  );
}
