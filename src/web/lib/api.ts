import { describeProblem, type Problem } from "#shared/errors.ts";

/** The server's refusal, in its own words, with the code that a page may switch on. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(describeProblem(problem));
    this.problem = problem;
  }
}

/** No answer came at all: the network, or a server that is not there. */
export class NetworkError extends Error {
  override name = "NetworkError";
}

/** Statuses after which the same call may well succeed a moment later. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && [502, 503, 504].includes(error.problem.status));

/**
 * Calls the API with a JSON body and the session's cookie.
 * @throws ApiError for every refusal, NetworkError when no answer came.
 */
export async function callApi<Answer>(
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(method, path, body, signal);
  const text = await response.text();
  const answer: unknown = text === "" ? null : parse(text);
  if (response.ok) return answer as Answer;
  throw new ApiError(isProblem(answer) ? answer : unreadableProblem(response));
}

async function send(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = { method, credentials: "same-origin", headers: { accept: "application/json" } };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...init.headers, "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  try {
    return await fetch(`/api${path}`, init);
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new NetworkError("The club could not be reached. Please check your connection and try again.", { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isProblem = (answer: unknown): answer is Problem =>
  typeof answer === "object" && answer !== null && "detail" in answer && "code" in answer;

/** A proxy or a crash answered instead of the API. */
const unreadableProblem = (response: Response): Problem => ({
  type: "about:blank",
  title: response.statusText,
  status: response.status,
  detail: `The server answered with status ${response.status}.`,
  code: "internal_error",
});
