import { HttpError } from "../../platform/http/http-error.ts";

export const refusedField = (path: string, message: string) =>
  new HttpError(422, "invalid_body", `${path}: ${message}`, { errors: [{ path, message }] });
