import { secureHeaders } from "hono/secure-headers";

const aYearSeconds = 31_536_000;

/** What every answer tells the browser to refuse. Pictures of members may come from any https address they gave. */
export const securityHeaders = (appUrl: string) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // Dialogs lock the page behind them with a style element; only scripts are worth a stricter rule.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "https:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
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
