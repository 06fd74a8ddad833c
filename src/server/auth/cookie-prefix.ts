/** `__Host-` prevents a sibling subdomain from setting the cookie; browsers reject it over http, and for another path than /. */
export const cookiePrefix = (appUrl: string): string => (appUrl.startsWith("https:") ? "__Host-" : "");
