import { createRoute } from "@hono/zod-openapi";
import { queuedJobListSchema, queuedJobQuerySchema, queuedJobSchema, systemStateSchema } from "#shared/system.ts";
import { openTo } from "../../auth/guard.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, responses, statusSchema } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";

const read = createRoute({
  method: "get",
  path: "/system",
  summary: "How the app is: setup checklist, mails, versions, sizes, background jobs, errors of browsers",
  ...openTo("admin"),
  responses: responses(200, systemStateSchema, "The state"),
});

const sendTestMail = createRoute({
  method: "post",
  path: "/system/test-mail",
  summary: "Queue a test email to oneself",
  ...openTo("admin"),
  responses: responses(202, statusSchema, "It is queued; GET /system has its state as `test_mail`"),
});

const listJobs = createRoute({
  method: "get",
  path: "/system/jobs",
  summary: "Emails and jobs of the queue, newest first, by state: names and reasons, no recipients",
  ...openTo("admin"),
  request: { query: queuedJobQuerySchema },
  responses: responses(200, queuedJobListSchema, "A page of jobs"),
});

const retryJob = createRoute({
  method: "post",
  path: "/system/jobs/{id}/retry",
  summary: "Try a failed email or job again at once",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, queuedJobSchema, "The job; 404 unless it has failed"),
});

const discardJob = createRoute({
  method: "post",
  path: "/system/jobs/{id}/discard",
  summary: "Delete an email or job that waits or has failed",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, statusSchema, "It is deleted; 404 unless it waits or has failed"),
});

export const systemRoutes = createRouter()
  .openapi(read, async (c) => c.json(await c.var.dependencies.system.read(), 200))
  .openapi(sendTestMail, async (c) => {
    const { dependencies, actor } = c.var;
    const user_id = actor.userId ?? "";
    await dependencies.limits.testMailsPerPerson.take(user_id);
    await dependencies.asActor(actor, async (_tx, effects) => {
      effects.mail("test", { user_id });
      effects.audit("test_mail_requested", user_id);
    });
    return c.json({ status: true }, 202);
  })
  .openapi(listJobs, async (c) => c.json(await c.var.dependencies.system.listJobs(c.req.valid("query")), 200))
  .openapi(retryJob, async (c) => {
    const { dependencies, actor } = c.var;
    const job = await dependencies.system.retryJob(actor.userId ?? "", c.req.valid("param").id);
    if (!job) throw notFound("failed job");
    return c.json(job, 200);
  })
  .openapi(discardJob, async (c) => {
    const { dependencies, actor } = c.var;
    const isGone = await dependencies.system.discardJob(actor.userId ?? "", c.req.valid("param").id);
    if (!isGone) throw notFound("job that waits or has failed");
    return c.json({ status: true }, 200);
  });
