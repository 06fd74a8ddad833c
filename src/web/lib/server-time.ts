let aheadMs = 0;

/** The club's time, which decides what is late and what is today, whatever the clock of the device says. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** The head of an answer says when it left the server, to the second; without that the device's clock counts. */
export function noteServerTime(answer: Response): Response {
  aheadMs = Date.parse(`${answer.headers.get("date")}`) - Date.now() || 0;
  return answer;
}
