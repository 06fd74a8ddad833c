import { Suspense, useId, useState } from "react";
import { profilePreviewMessages as messages } from "#shared/profiles/own-profile-messages.ts";
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
        {isOpen ? messages.hide : messages.show}
      </Button>
      {isOpen && (
        <section className="grid w-full max-w-[24rem] gap-3" aria-labelledby={headingId}>
          <h3 id={headingId} className="sr-only">
            {messages.heading}
          </h3>
          <p className="note">
            {messages.text} {isHidden && messages.hidden}
          </p>
          <Card id={profile.id} />
        </section>
      )}
    </div>
  );
}

function Card({ id }: { id: string }) {
  const { member, state, retry } = useMemberProfile(id, undefined);
  if (state === "loading") return <CardSkeletons count={1} label={messages.loading} />;
  if (!member)
    return (
      <p role="alert">
        {messages.failed}{" "}
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
