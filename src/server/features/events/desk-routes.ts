import { createRoute, z } from "@hono/zod-openapi";
import {
  attendanceSchema,
  attendeeListSchema,
  attendeeQuerySchema,
  attendeeResponseSchema,
  deskEventListSchema,
  deskEventResponseSchema,
  eventCancelSchema,
  eventPlacesUpdateSchema,
} from "#shared/events.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { openTo } from "../../auth/guard.ts";
import { csvExport } from "../../platform/http/csv-stream.ts";
import { notFound, onlyPost } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { csvResponses, idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { attendeesCsv } from "./attendees-csv.ts";
import { cancelEvent, changePlaces, noteAttendance } from "./change-places.ts";
import { deskEventPolicy } from "./policy.ts";
import { findDeskEvent, listAttendees, listDeskEvents } from "./queries.ts";

const path = "/event-places";
const conflicts = "The event; 409 revision_conflict with it after another change, event_closed once over or cancelled";

const list = createRoute({
  method: "get",
  path,
  summary: "Published events with their places and how many answered, the latest first",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, deskEventListSchema, "A page of events"),
});

const read = createRoute({
  method: "get",
  path: `${path}/{id}`,
  summary: "The places of an event",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: responses(200, deskEventResponseSchema, "The event"),
});

const change = createRoute({
  method: "put",
  path: `${path}/{id}`,
  summary: "Say who an event is for, how many places it has and until when it is answered",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(eventPlacesUpdateSchema) },
  responses: responses(200, deskEventResponseSchema, `${conflicts}; 422 for fewer places than are taken`),
});

const cancel = createRoute({
  method: "post",
  path: `${path}/{id}/cancel`,
  summary: "Cancel an event; who is going or waits is told the reason",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(eventCancelSchema) },
  responses: responses(200, deskEventResponseSchema, conflicts),
});

const attendees = createRoute({
  method: "get",
  path: `${path}/{id}/attendees`,
  summary: "Who answered: going, offered a place, waiting in turn, and the others",
  ...openTo("admin"),
  request: { params: idParameter, query: attendeeQuerySchema },
  responses: responses(200, attendeeListSchema, "A page of people"),
});

const exported = createRoute({
  method: "post",
  path: `${path}/{id}/attendees.csv`,
  summary: "Who answered, as a CSV file; it leaves a row in the audit",
  ...openTo("admin"),
  request: { params: idParameter },
  responses: csvResponses,
});

const attendance = createRoute({
  method: "put",
  path: `${path}/{id}/attendees/{answer_id}`,
  summary: "Note at the door whether somebody is there",
  ...openTo("admin"),
  request: { params: idParameter.extend({ answer_id: z.uuid() }), body: jsonBody(attendanceSchema) },
  responses: responses(
    200,
    attendeeResponseSchema,
    "The person; 409 event_not_begun with the event more than two hours before it begins, or cancelled",
  ),
});

export const eventDeskRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listDeskEvents(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(deskEventPolicy(dependencies.now()), actor, page), 200);
  })
  .openapi(exported, async (c) => {
    const { id } = c.req.valid("param");
    if (!(await findDeskEvent(c.var.dependencies.readAs(c.var.actor), id))) throw notFound("event");
    return c.body(...(await csvExport(c.var, attendeesCsv(id))));
  })
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const event = await findDeskEvent(dependencies.readAs(actor), c.req.valid("param").id);
    if (!event) throw notFound("event");
    return c.json(withCan(deskEventPolicy(dependencies.now()), actor, event), 200);
  })
  .openapi(change, async (c) => c.json(await changePlaces(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(cancel, async (c) => c.json(await cancelEvent(c.var, c.req.valid("param").id, c.req.valid("json")), 200))
  .openapi(attendees, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    if (!(await findDeskEvent(db, id))) throw notFound("event");
    return c.json(await listAttendees(db, id, c.req.valid("query")), 200);
  })
  .openapi(attendance, async (c) => {
    const { id: eventId, answer_id: id } = c.req.valid("param");
    return c.json(await noteAttendance(c.var, { eventId, id, ...c.req.valid("json") }), 200);
  });
eventDeskRoutes.get(exported.getRoutingPath(), onlyPost);
