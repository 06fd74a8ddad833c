import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string>();

/** Everything that `work` logs, however deep, carries this id: see `createLog`. */
export const withRequestId = <Result>(requestId: string, work: () => Result): Result => requests.run(requestId, work);

/** What a line of the log says of the request that it is about; nothing outside of one. */
export function currentRequest(): { request_id?: string } {
  const requestId = requests.getStore();
  return requestId ? { request_id: requestId } : {};
}
