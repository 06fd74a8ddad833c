/** The first that fits: most browsers also name the ones they descend from. */
const browsers = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|OPiOS|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /(Chrome|Chromium|CriOS)\//],
  // Anchored, so that a text of many "Version/" is read once and not once for each.
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

/** "Chrome on Windows", as far as a user agent says so; null when it names neither. */
export function deviceName(userAgent: string | null): string | null {
  const fits = ([, pattern]: readonly [string, RegExp]) => pattern.test(userAgent ?? "");
  const names = [browsers.find(fits), systems.find(fits)].flatMap((found) => found?.[0] ?? []);
  return names.join(" on ") || null;
}
