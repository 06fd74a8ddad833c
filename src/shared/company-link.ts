import { z } from "zod";
import { namedObject } from "./named-object.ts";

export const linkToken = z.string().min(1).max(200);
export const linkTokenSchema = namedObject("LinkToken", { token: linkToken });
