import { type ComponentType, lazy, useState } from "react";

export interface LazyPage<Props = object> {
  load: () => Promise<unknown>;
  /** The page once it is loaded, before that one that suspends. */
  component: () => ComponentType<Props>;
}

const failed = new Set<() => void>();

/** React.lazy keeps a failure: this lets failed pages load again. */
export function retryFailedPages(): void {
  for (const retry of failed) retry();
  failed.clear();
}

/** Unlike React.lazy, a page that was prefetched shows without a pause. */
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

export const loadedPage = <Props,>(page: ComponentType<Props>): LazyPage<Props> => ({
  load: async () => {},
  component: () => page,
});

/** Needs a key: it stays with its first page. */
export function Page<Props extends object>({ page, ...props }: Props & { page: LazyPage<Props> }) {
  // Another component in its place would lose what was typed.
  const [Shown] = useState(page.component);
  return <Shown {...(props as unknown as Props)} />;
}
