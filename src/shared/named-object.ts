import { z } from "zod";

/** An object that is a component of the API's description, under this name. */
export const namedObject = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape) =>
  z.object(shape).meta({ id: name });
