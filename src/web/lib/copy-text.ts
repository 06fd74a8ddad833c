import { toast } from "#web/ui/toast.ts";

/** A toast shows the text if there is no clipboard. @param what its name in the toast. */
export async function copyText(
  text: string,
  what: string,
  done: { title: string; description: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // The clipboard API requires https or localhost, and permission.
    const description = `Select and copy it by hand: ${text}`;
    toast({ title: `${what} was not copied`, description, variant: "destructive" });
  }
}

/** Unlike copyText, never shows the secret in a toast. */
export async function copySecret(secret: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast({ title: "Copied", description });
  } catch {
    toast({ title: "Copying did not work", description: "Please select and copy it by hand.", variant: "destructive" });
  }
}
