import { createContext, type ReactNode, useContext } from "react";

/** What the server puts into a document for a browser without scripts; the app has nothing to put there. */
export const WithoutScripts = createContext<ReactNode>(null);

/** Its place, which hydrates whatever it holds: React leaves the content of a `noscript` alone. */
export const NoScript = () => <noscript>{useContext(WithoutScripts)}</noscript>;
