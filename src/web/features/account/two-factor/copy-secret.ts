import { toast } from "#web/ui/toast.ts";

/** Puts a secret that the page shows on the clipboard. Unlike copyText, it never repeats it in a message, which stays. */
export async function copySecret(secret: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast({ title: "Copied", description });
  } catch {
    toast({ title: "Copying did not work", description: "Please select and copy it by hand.", variant: "destructive" });
  }
}
