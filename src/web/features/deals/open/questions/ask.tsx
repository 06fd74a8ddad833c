import { Suspense, useEffect, useRef, useState } from "react";
import { openQuestionMessages as messages } from "#shared/deals/deal-question-messages.ts";
import type { OpenDeal } from "#shared/deals/deals.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useCurrentUserId } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const questionForm = lazyPage(() => import("./question-form.tsx").then((file) => file.QuestionForm));

/** Opens the form; what was typed opens it again after a reload. */
export function Ask({ deal: { id, state } }: { deal: OpenDeal }) {
  const draftKey = `deal-question:${id}:${useCurrentUserId()}`;
  const [form, setForm] = useState<"closed" | "restored" | "pressed">(() =>
    sessionStorage.getItem(draftKey) === null ? "closed" : "restored",
  );
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (form === "closed" && wasOpen.current) button.current?.focus();
    wasOpen.current = form !== "closed";
  }, [form]);
  if (state === "closed") return <p className="note pt-3">This deal is closed, so questions are not taken any more.</p>;
  if (form === "closed")
    return (
      <div className="deal-ask">
        <Button ref={button} variant="outline" onClick={() => setForm("pressed")}>
          {messages.ask}
        </Button>
        <p className="note">Members see the question without your name.</p>
      </div>
    );
  return (
    <Suspense fallback={<Skeleton className="h-48" />}>
      <Page
        page={questionForm}
        dealId={id}
        draftKey={draftKey}
        isFocused={form === "pressed"}
        onClose={() => setForm("closed")}
      />
    </Suspense>
  );
}
