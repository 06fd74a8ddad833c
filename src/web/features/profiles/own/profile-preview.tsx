import { Suspense, useId, useState } from "react";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { CardSkeletons } from "#web/ui/skeleton.tsx";
import { MemberCard } from "../directory/member-card.tsx";
import { useMemberProfile } from "../directory/use-member-profile.ts";

const memberPanel = lazyPage(() => import("../directory/member-panel.tsx").then((file) => file.MemberPanel));

/** The directory's own card and page, of what the directory answers. */
export function ProfilePreview({ profile }: { profile: ShownProfile }) {
  const [isOpen, setOpen] = useState(false);
  const headingId = useId();
  const isHidden = profile.hidden_by_owner_at !== null || profile.hidden_by_admin_at !== null;
  return (
    <div className="mb-6 grid justify-items-start gap-4">
      <Button variant="outline" isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Close what others see" : "What others see"}
      </Button>
      {isOpen && (
        <section className="grid w-full max-w-[24rem] gap-3" aria-labelledby={headingId}>
          <h2 id={headingId} className="sr-only">
            What others see
          </h2>
          <p className="note">
            Your card in the directory, as it is saved. Its button opens the page that members read.{" "}
            {isHidden && "Others see none of this while your profile is hidden."}
          </p>
          <Card id={profile.id} />
        </section>
      )}
    </div>
  );
}

function Card({ id }: { id: string }) {
  const { member, state, retry } = useMemberProfile(id, undefined);
  if (state === "loading") return <CardSkeletons count={1} label="Loading your card" />;
  if (!member)
    return (
      <p role="alert">
        Your card could not be loaded. Please try again.{" "}
        <button type="button" className="text-link" onClick={retry}>
          <span>Try again</span>
        </button>
      </p>
    );
  return (
    <>
      <ul className="card-columns">
        <MemberCard member={member} />
      </ul>
      <Suspense>
        <Page page={memberPanel} members={[member]} />
      </Suspense>
    </>
  );
}
