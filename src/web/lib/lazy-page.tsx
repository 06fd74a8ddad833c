import { type ComponentType, lazy, useState } from "react";

export interface LazyPage {
  /** Fetches the page ahead of showing it. */
  load: () => Promise<unknown>;
  /** What shows it: the page itself once it is there, before that one that waits for it. */
  component: () => ComponentType;
}

/** A page in a file of its own, fetched when it is first shown; one that is already there shows without a pause. */
export function lazyPage(fetchPage: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  const load = async () => {
    loaded = await fetchPage();
    return { default: loaded };
  };
  const pending = lazy(load);
  return { load, component: () => loaded ?? pending };
}

export function Page({ page }: { page: LazyPage }) {
  // Kept for as long as it is shown, since another component in its place would lose what was typed.
  const [Shown] = useState(page.component);
  return <Shown />;
}
