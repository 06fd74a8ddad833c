import { raisedRefusal } from "../db/errors.ts";
import { HttpError } from "./http-error.ts";
import { asRaised } from "./refusals.ts";

/**
 * Adds the present record to a 409 that the database raised, for a form that shows it.
 * @param read in a transaction of its own: the one that failed reads nothing any more.
 */
export async function withPresentRecord<Changed>(
  change: () => Promise<Changed>,
  read: () => Promise<object | undefined>,
): Promise<Changed> {
  try {
    return await change();
  } catch (error) {
    const raised = raisedRefusal(error);
    const refused = raised && asRaised(raised);
    if (refused?.status !== 409) throw error;
    const record = await read();
    throw new HttpError(refused.status, refused.code, refused.message, record && { record });
  }
}
