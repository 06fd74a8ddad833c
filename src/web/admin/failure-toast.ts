import { toast } from "#web/ui/toast.ts";

/** What failed, in the product's words, and below it the reason in the server's. */
export const toastFailure = (title: string, error: Error): void =>
  toast({ title, description: error.message, variant: "destructive" });
