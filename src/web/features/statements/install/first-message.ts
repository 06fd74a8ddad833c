/** The first message of an error or of those inside it. */
export function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== "object" || errors === null) return undefined;
  if ("message" in errors && typeof errors.message === "string") return errors.message;
  for (const [name, inner] of Object.entries(errors)) {
    // Not the element of a field, which is a graph.
    const message = name === "ref" ? undefined : firstMessage(inner);
    if (message) return message;
  }
  return undefined;
}
