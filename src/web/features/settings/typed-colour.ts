/** "#1f4d3a", as the server takes it; nothing while it is typed. */
export function typedColour(value: unknown): string | undefined {
  const colour = String(value ?? "")
    .trim()
    .toLowerCase();
  return /^#[0-9a-f]{6}$/.test(colour) ? colour : undefined;
}
