/** Detected by content; also the file dialog's filter. */
export const companyLogoTypes = ["image/png", "image/jpeg", "image/webp"] as const;
export const maximumCompanyLogoBytes = 1024 * 1024;

/** @param fileId so that a browser asks again for another logo. */
export const companyLogoPath = (companyId: string, fileId: string): string =>
  `/api/companies/${companyId}/logo?file=${fileId}`;
export const dealLogoPath = (dealId: string, fileId: string): string => `/api/open-deals/${dealId}/logo?file=${fileId}`;

export const companyLogoMessages = {
  label: "Logo",
  hint: "PNG, JPEG or WebP, at most 1 MB. Members see it once the offer is signed with it.",
  upload: "Upload a logo",
  replace: "Replace logo",
  remove: "Remove logo",
  uploading: "Uploading...",
  uploaded: "Logo uploaded",
  removed: "Logo removed",
  failed: "Logo not changed",
  tooLarge: "This logo is larger than 1 MB. Please choose a smaller one.",
  unreadable: "This file is not a picture we can read. Please choose a PNG, JPEG or WebP.",
} as const;
