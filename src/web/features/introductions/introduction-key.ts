/** The lists use it too: useList makes keys of its paths. */
export const introductionKey = ["introductions"];
export const blocksKey = ["introduction-blocks"];
export const reportsKey = ["introduction-reports"];
export const settingsKey = ["introduction-settings"];
