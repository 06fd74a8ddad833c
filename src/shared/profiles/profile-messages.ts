export const cardExpertiseCount = 3;

export const directoryMessages = {
  emptyTitle: "No members found",
  count: (shown: number, hasMore: boolean) => {
    if (hasMore) return `The first ${shown} members, newest first`;
    return shown === 1 ? "1 member" : `${shown} members, newest first`;
  },
  profileLoading: "Loading the profile",
} as const;
