import { createContext } from "react";

/** Whether a sign-in that began elsewhere is being finished here. */
export const FinishingOauth = createContext(false);
