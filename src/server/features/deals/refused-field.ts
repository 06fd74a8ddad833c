import { HttpError } from "../../platform/http/http-error.ts";

interface FieldError {
  path: string;
  message: string;
}

export const refusedFields = (errors: FieldError[]) =>
  new HttpError("invalid_body", errors.map(({ message }) => message).join("; "), { errors });

export const refusedField = (path: string, message: string) => refusedFields([{ path, message }]);
