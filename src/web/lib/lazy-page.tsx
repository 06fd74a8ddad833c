import { type ComponentType, lazy, useState } from "react";

export interface LazyPage<Props = object> {
  /** Fetches the page ahead of showing it. */
  load: () => Promise<unknown>;
  /** What shows it: the page itself once it is there, before that one that waits for it. */
  component: () => ComponentType<Props>;
}

const failed = new Set<() => void>();

/** Gives the pages that could not be fetched another try, which they do not take by themselves. */
export function retryFailedPages(): void {
  for (const retry of failed) retry();
  failed.clear();
}

/** A page in a file of its own, fetched when it is first shown; one that is already there shows without a pause. */
export function lazyPage<Props = object>(fetchPage: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined;
  const load = async () => {
    try {
      loaded = await fetchPage();
    } catch (error) {
      failed.add(wait);
      throw error;
    }
    return { default: loaded };
  };
  let pending: ComponentType<Props>;
  const wait = () => {
    pending = lazy(load) as unknown as ComponentType<Props>;
  };
  wait();
  return { load, component: () => loaded ?? pending };
}

/** A page that is part of the file that shows it. */
export const loadedPage = <Props,>(page: ComponentType<Props>): LazyPage<Props> => ({
  load: async () => {},
  component: () => page,
});

/** Give it a key, since it stays with the page that it was first given. */
export function Page<Props extends object>({ page, ...props }: Props & { page: LazyPage<Props> }) {
  // Kept for as long as it is shown, since another component in its place would lose what was typed.
  const [Shown] = useState(page.component);
  return <Shown {...(props as unknown as Props)} />;
}
