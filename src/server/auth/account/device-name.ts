/** First match wins: most user agents also contain their ancestors' names. */
const browsers = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPiOS|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|Chromium|CriOS)\//],
  // Anchored: avoids quadratic backtracking on repeated "Version/".
  ["Safari", /^(?=.*\bVersion\/).*\bSafari\//],
] as const;

const systems = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["macOS", /\b(Macintosh|Mac OS X)\b/],
  ["Linux", /\bLinux\b/],
] as const;

/** Returns a name such as "Chrome on Windows"; null for an unknown user agent. */
export function deviceName(userAgent: string | null): string | null {
  const fits = ([, pattern]: readonly [string, RegExp]) => pattern.test(userAgent ?? "");
  const names = [browsers.find(fits), systems.find(fits)].flatMap((found) => found?.[0] ?? []);
  return names.join(" on ") || null;
}
