/**
 * What each mail is about, by its template; src/server/mails.ts adds every feature's. Only ids are queued: the address
 * and the words are read when the mail is sent, so that nothing stale or secret waits in the queue.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the declaration in src/server/mails.ts.
export interface MailData {}

export type MailTemplate = keyof MailData;

export type MailRequest = { [T in MailTemplate]: { template: T } & MailData[T] }[MailTemplate];
