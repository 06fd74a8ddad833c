import { lazyPage } from "#web/lib/lazy-page.tsx";

/** Of the page of a deal: what members committed, and what they get. */
export const commitmentParts = {
  commitments: lazyPage(() => import("./desk/commitments-part.tsx").then((file) => file.CommitmentsPart)),
  allocation: lazyPage(() => import("./desk/allocation-part.tsx").then((file) => file.AllocationPart)),
};
