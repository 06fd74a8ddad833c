import { useMutation, useQueryClient } from "@tanstack/react-query";
import { submissionMessages } from "#shared/profiles/profile-submission-messages.ts";
import type { Submission } from "#shared/profiles/profile-submissions.ts";
import type { SubmissionInput } from "#shared/profiles/profiles.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { type ToastInput, toast } from "#web/ui/toast.ts";
import type { ProfileSending } from "./profile-form.tsx";

interface SubmitOptions {
  /** Updates the rejected submission. */
  isRevision?: boolean;
  onSent: () => void;
  onExists?: () => void;
}

export function useSubmitProfile({ isRevision = false, onSent, onExists }: SubmitOptions): ProfileSending {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (input: SubmissionInput) =>
      callApi<Submission>(isRevision ? "PUT" : "POST", "/member-profile-submissions/me", input),
  });
  return {
    send: async (input) => client.setQueryData(queryKeys.ownSubmission, await mutateAsync(input)),
    onSent: () => {
      void client.invalidateQueries({ queryKey: queryKeys.submissions });
      toast({
        title: "Profile Submitted Successfully!",
        description: "Your profile has been submitted for admin review. You'll be notified once it's approved.",
      });
      onSent();
    },
    onRefused: (error) => {
      toast({ ...messageOf(error), variant: "destructive" });
      if (!isTaken(error)) return;
      void client.invalidateQueries({ queryKey: queryKeys.submissions });
      onExists?.();
    },
  };
}

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "23505";

function messageOf(error: unknown): ToastInput {
  if (!(error instanceof ApiError))
    return {
      title: "Unexpected Error",
      description: "An unexpected error occurred while submitting your profile. Please try again.",
    };
  if (error.problem.status === 401)
    return {
      title: "Authentication Error",
      description: "You must be logged in to submit a profile. Please log in and try again.",
    };
  if (isTaken(error)) return submissionMessages.alreadyExists;
  return {
    title: "Submission Failed",
    description: `Failed to submit profile: ${withoutEnd(error.message)}. Please try again.`,
  };
}

/** The toast's sentence adds its own full stop and retry hint. */
const withoutEnd = (reason: string): string => reason.replace(/(\. Please try again[^.]*)?\.?$/, "");
