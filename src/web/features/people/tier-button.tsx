import { lazy, Suspense, useEffect, useState } from "react";
import type { PersonDetail } from "#shared/people.ts";
import { tierMessages } from "#shared/people-messages.ts";
import { Button } from "#web/ui/button.tsx";

const loadDialog = () => import("./tier-dialog.tsx");
const TierDialog = lazy(() => loadDialog().then((module) => ({ default: module.TierDialog })));

export function TierButton({ person }: { person: PersonDetail }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => void loadDialog().catch(() => {}), []);
  const open = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <Button variant="outline" isSmall onClick={open}>
        {tierMessages.change}...<span className="sr-only"> {person.full_name || person.email}</span>
      </Button>
      <Suspense>{wasOpened && <TierDialog person={person} isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
