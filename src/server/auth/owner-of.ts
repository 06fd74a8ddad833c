import type { Context } from "hono";
import type { Environment, OwnerContext } from "../context.ts";

/** Bypasses row-level security; lint forbids this import in features. */
export const ownerOf = (c: Context<Environment>): OwnerContext => c.var.dependencies as OwnerContext;
