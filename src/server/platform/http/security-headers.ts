import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import type { HttpEnvironment } from "./http-context.ts";

const aYearSeconds = 31_536_000;

/** Of a file, which is no page of ours: opened as a document it runs and loads nothing. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What is sent as a file is known by its `content-disposition`, whatever its address. */
export function securityHeaders(appUrl: string) {
  const setUsual = usualHeaders(appUrl);
  return createMiddleware<HttpEnvironment>(async (c, next) => {
    await setUsual(c, next);
    if (c.res.headers.has("content-disposition")) c.res.headers.set("content-security-policy", filePolicy);
  });
}

/** Members' pictures may come from any https URL. */
const usualHeaders = (appUrl: string) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Dialogs inject a style element; a strict policy matters for scripts.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "https:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: appUrl.startsWith("https:") ? `max-age=${aYearSeconds}; includeSubDomains` : false,
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    crossOriginOpenerPolicy: "same-origin",
    crossOriginResourcePolicy: "same-origin",
    permissionsPolicy: { camera: [], microphone: [], geolocation: [], payment: [] },
  });

/** For what mails, feed readers and link previews show in a web page of somebody else. Must wrap `securityHeaders`. */
export const embeddable = createMiddleware<HttpEnvironment>(async (c, next) => {
  await next();
  c.res.headers.set("cross-origin-resource-policy", "cross-origin");
});
