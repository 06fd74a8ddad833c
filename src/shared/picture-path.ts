/** Relative, so APP_URL may change. */
export const picturePath = (id: string): string => `/api/pictures/${id}`;

export const isPicturePath = (text: string): boolean =>
  /^\/api\/pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
