/** The lists share this key: `useList` makes keys of its paths. */
export const webhooksKey = ["webhooks"];
