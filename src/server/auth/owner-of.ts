import type { Context } from "hono";
import type { Environment, OwnerContext } from "../context.ts";

/** The owner's side of the request's context, which passes row-level policies by; lint keeps features from it. */
export const ownerOf = (c: Context<Environment>): OwnerContext => c.var.dependencies as OwnerContext;
