import { z } from "zod";
import { namedObject } from "./named-object.ts";

/** Of a mail's link to somebody of a company. */
export const linkToken = z.string().min(1).max(200);
export const linkTokenSchema = namedObject("LinkToken", { token: linkToken });
