import { toast } from "#web/ui/toast.ts";

/**
 * What failed, in the product's words, and below it the reason in the server's.
 * @param whom it was about, where what was pressed is not there any more when the answer comes.
 */
export const toastFailure = (title: string, { message }: Error, whom?: string): void =>
  toast({ title, description: whom ? `${whom}: ${message}` : message, variant: "destructive" });
