/** The last eight digits of an account, and the six of its sort code before them, in which an IBAN of the United Kingdom ends. */
export function accountOf(text: string): { account_number: string | null; sort_code: string | null } {
  const [, sort_code = null, account_number = null] = /(\d{6})?(\d{8})$/.exec(text.replaceAll(/\D/g, "")) ?? [];
  return { account_number, sort_code };
}
