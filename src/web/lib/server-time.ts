let aheadMs = 0;

/** The club's time, which decides what is late and what is today, whatever the clock of the device says. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** @param deviceMs by the clock of the device, such as the time of an answer. @returns the club's time then. */
export const atServer = (deviceMs: number): Date => new Date(deviceMs + aheadMs);

/** The head of an answer says when it left the server, to the second; without that the device's clock counts. */
export function noteServerTime(answer: Response): Response {
  aheadMs = Date.parse(`${answer.headers.get("date")}`) - Date.now() || 0;
  return answer;
}
