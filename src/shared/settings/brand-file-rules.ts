export const brandFileRoles = ["logo", "icon"] as const;
export type BrandFileRole = (typeof brandFileRoles)[number];

export const brandFileTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export const maximumBrandFileBytes = 512 * 1024;
export const minimumLogoWidthPx = 320;
export const minimumIconSidePx = 180;

/** Relative, so APP_URL may change. */
export const brandFilePath = (id: string): string => `/api/settings/brand/files/${id}`;
