/**
 * How lists and sentences name a person: by name, else by e-mail. The server gives one of the two as the name, or null once the
 * account is gone.
 */
export const adminName = (name: string | null): string => name ?? "a former admin";

/** The words stand at the start of a sentence. */
export const adminNameFirst = (name: string | null): string => name ?? "A former admin";

/** The words stand in a table. */
export const memberName = (name: string | null): string => name ?? "A former member";

interface Named {
  full_name: string | null;
  email: string | null;
}

/** The e-mail stands in for a missing name. @returns null once the account is gone. */
export function personName(person: Named & { email: string }): string;
export function personName(person: Named): string | null;
export function personName({ full_name, email }: Named): string | null {
  return full_name || email;
}
