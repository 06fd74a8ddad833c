import type { FieldValues, Path } from "react-hook-form";
import type { ErrorCode, Problem } from "#shared/errors.ts";
import {
  type FieldError,
  type ServerForm,
  type ServerFormOptions,
  useServerForm,
} from "#web/ui/form/use-server-form.ts";
import { ApiError } from "./api.ts";
import { readRightsAgain } from "./session.ts";

export interface ApiFormOptions<Values extends FieldValues, Answer, Output = Values>
  extends Omit<ServerFormOptions<Values, Answer, Output>, "fieldErrors"> {
  /** The map is for problems that name no field. */
  fieldOfCode?: Partial<Record<ErrorCode, Path<Values>>>;
  messageOf?: (problem: Problem) => string;
  /** The function maps the server's paths where they are not the form's names. */
  fieldOfPath?: (path: string) => string;
}

/** A form whose `send` calls the API: the problem's errors go to their fields. */
export function useApiForm<Values extends FieldValues, Answer = unknown, Output = Values>({
  fieldOfCode,
  messageOf = ({ detail }) => detail,
  fieldOfPath = (path) => path,
  onRefused,
  ...options
}: ApiFormOptions<Values, Answer, Output>): ServerForm<Values> {
  const fieldErrors = (error: unknown): FieldError[] => {
    if (!(error instanceof ApiError)) return [];
    const { problem } = error;
    const path = fieldOfCode?.[problem.code];
    return path
      ? [{ path, message: messageOf(problem) }]
      : (problem.errors ?? []).map((at) => ({ ...at, path: fieldOfPath(at.path) }));
  };
  const refuse = (error: Error, isAtField: boolean) => {
    readRightsAgain(error);
    return onRefused(error, isAtField);
  };
  return useServerForm({ ...options, fieldErrors, onRefused: refuse });
}
