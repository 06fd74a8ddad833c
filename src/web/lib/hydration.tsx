import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";

/** Set by the server for browsers without scripts. */
export const WithoutScripts = createContext<ReactNode>(null);

/** React does not hydrate the content of a `noscript`. */
export const NoScript = () => <noscript>{useContext(WithoutScripts)}</noscript>;

/** Returns true on the server and in the first render over its markup. */
export const useIsHydrating = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => false,
    () => true,
  );

const neverChanges = () => () => {};
