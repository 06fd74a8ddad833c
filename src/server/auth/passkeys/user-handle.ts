/** The user id's 16 bytes, which a passkey keeps beside its key. */
export const userHandleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");
