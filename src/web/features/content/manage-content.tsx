import { lazy, Suspense } from "react";
import type { Session } from "#shared/account/session.ts";
import { contentKinds } from "#shared/content/content-messages.ts";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { ContentList } from "./content-list.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";

const EditContent = lazy(() => import("./edit-content.tsx").then((file) => ({ default: file.EditContent })));
const ContentEditor = lazy(() => import("./content-editor.tsx").then((file) => ({ default: file.ContentEditor })));

const contentSearch = { item: uuid, write: oneOf(contentKinds) };

export function ManageContent({ session }: { session: Session }) {
  const { state, change } = useSearchState(contentSearch);
  const userId = session.user.id;
  const close = () => change({ item: "", write: "" });
  if (!state.item && !state.write) return <ContentList onWrite={(kind) => change({ write: kind })} />;
  return (
    <Suspense fallback={<EditorSkeleton />}>
      {state.item ? (
        <EditContent key={state.item} id={state.item} userId={userId} onClose={close} />
      ) : (
        state.write && (
          <ContentEditor
            key={state.write}
            item={null}
            kind={state.write}
            userId={userId}
            onSaved={({ id }) => change({ item: id, write: "" }, { replace: true })}
            onClose={close}
          />
        )
      )}
    </Suspense>
  );
}
