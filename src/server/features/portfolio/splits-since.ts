import { type ShareAction, splitsBetween } from "#shared/portfolio/share-actions.ts";

/** As a price is shown with them, the earliest first. */
export const splitsSince = (...given: Parameters<typeof splitsBetween<ShareAction>>) =>
  splitsBetween(...given).map(({ effective_on, new_shares, old_shares }) => ({ effective_on, new_shares, old_shares }));
