/** "3.4 MB", as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** power).toLocaleString("en-GB", { maximumFractionDigits: 1 })} ${units[power]}`;
}
