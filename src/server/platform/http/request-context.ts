import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Adds the id to every log line within `work`. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result => requests.run(requestId, work);

/** Empty outside a request. */
export function currentRequest(): { request_id?: string } {
  const requestId = requests.getStore();
  return requestId ? { request_id: requestId } : {};
}
