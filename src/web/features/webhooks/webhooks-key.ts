/** Of the lists too: useList makes keys of its paths. */
export const webhooksKey = ["webhooks"];
