import { toast } from "#web/ui/toast.ts";

/**
 * Puts a text on the clipboard and says so; where the browser lends none, shows the text to copy by hand.
 * @param what names the text in that case: "The link".
 */
export async function copyText(
  text: string,
  what: string,
  done: { title: string; description: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    // Browsers have a clipboard only on https and localhost, and ask before they lend it.
    const description = `Select and copy it by hand: ${text}`;
    toast({ title: `${what} was not copied`, description, variant: "destructive" });
  }
}
