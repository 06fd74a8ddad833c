/** Input per template, extended by src/server/mails.ts. Ids only: address and text are read when sending. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the declaration in src/server/mails.ts.
export interface MailData {}

export type MailTemplate = keyof MailData;

export type MailRequest = { [T in MailTemplate]: { template: T } & MailData[T] }[MailTemplate];
