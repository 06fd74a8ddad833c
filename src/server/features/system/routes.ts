import {
  queuedJobListSchema,
  queuedJobQuerySchema,
  queuedJobSchema,
  systemStateSchema,
} from "#shared/system/system.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";

const route = routesOf("Club");

const read = route("get", "/system", {
  name: "getSystem",
  summary: "How the app is: setup checklist, mails, versions, sizes, background jobs, errors of browsers",
  audience: "admin",
  key: "read",
  answer: systemStateSchema,
});

const sendTestMail = route("post", "/system/test-mail", {
  name: "sendTestMail",
  summary: "Queue a test email to oneself",
  audience: "admin",
  status: 202,
  answer: statusSchema,
  refuses: ["rate_limited"],
});

const listJobs = route("get", "/system/jobs", {
  name: "listJobs",
  summary: "Emails and jobs of the queue, newest first, by state: names and reasons, no recipients",
  audience: "admin",
  key: "read",
  query: queuedJobQuerySchema,
  answer: queuedJobListSchema,
});

const retryJob = route("post", "/system/jobs/{id}/retry", {
  name: "retryJob",
  summary: "Try a failed email or job again at once",
  audience: "admin",
  params: idParameter,
  answer: queuedJobSchema,
});

const discardJob = route("post", "/system/jobs/{id}/discard", {
  name: "discardJob",
  summary: "Delete an email or job that waits or has failed",
  audience: "admin",
  params: idParameter,
  answer: statusSchema,
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
