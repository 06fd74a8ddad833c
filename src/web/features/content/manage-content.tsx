import { contentKinds } from "#shared/content-messages.ts";
import type { Session } from "#shared/session.ts";
import { oneOf, useSearchState, uuid } from "#web/lib/search-state.ts";
import { ContentEditor } from "./content-editor.tsx";
import { ContentList } from "./content-list.tsx";
import { EditContent } from "./edit-content.tsx";

const contentSearch = { item: uuid, write: oneOf(contentKinds) };

export function ManageContent({ session }: { session: Session }) {
  const { state, change } = useSearchState(contentSearch);
  const userId = session.user.id;
  const close = () => change({ item: "", write: "" });
  if (state.item) return <EditContent key={state.item} id={state.item} userId={userId} onClose={close} />;
  if (state.write) {
    return (
      <ContentEditor
        key={state.write}
        item={null}
        kind={state.write}
        userId={userId}
        onSaved={({ id }) => change({ item: id, write: "" }, { replace: true })}
        onClose={close}
      />
    );
  }
  return <ContentList onWrite={(kind) => change({ write: kind })} />;
}
