import { toast } from "#web/ui/toast.ts";

/** Unlike copyText, never shows the secret in a toast. */
export async function copySecret(secret: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(secret);
    toast({ title: "Copied", description });
  } catch {
    toast({ title: "Copying did not work", description: "Please select and copy it by hand.", variant: "destructive" });
  }
}
