/**
 * How lists and sentences name a person: by name, else by e-mail. The server gives one of the two as the name, or null once the
 * account is gone.
 */
export const adminName = (name: string | null): string => name ?? "a former admin";

/** At the start of a sentence. */
export const adminNameFirst = (name: string | null): string => name ?? "A former admin";

/** In a table. */
export const memberName = (name: string | null): string => name ?? "A former member";

/** Of a record with both. */
export const personName = ({ full_name, email }: { full_name: string | null; email: string }): string =>
  full_name || email;
