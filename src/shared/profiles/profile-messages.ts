export const cardExpertiseCount = 3;

export const directoryMessages = {
  emptyTitle: "No members found",
  emptyText: "Be the first to create your profile!",
  noMatch: "Nobody in the directory matches all of this.",
  failed: "The directory could not be loaded just now.",
  searching: "Searching...",
  count: (shown: number, hasMore: boolean) => {
    if (hasMore) return `The first ${shown} members, newest first`;
    return shown === 1 ? "1 member" : `${shown} members, newest first`;
  },
  profileLoading: "Loading the profile",
  profileMissingTitle: "Profile not found",
  profileMissingText: "It may have been taken out of the directory, or its address may not be complete.",
  profileFailedTitle: "This profile did not load",
  profileFailedText: "Something broke on the way. Trying again often helps.",
} as const;
