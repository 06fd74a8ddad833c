import { z } from "zod";
import { documentUploadQuerySchema } from "#shared/deal-room.ts";
import { maximumRoomFileBytes, roomPartMessages as messages } from "#shared/deal-room-messages.ts";

/** What kind it is, the server finds out from its bytes. */
const fileName = /\.(pdf|png|jpe?g|xlsx|csv)$/i;

export const documentFormSchema = z.object({
  file: z
    .instanceof(File)
    .refine(({ name }) => fileName.test(name), messages.wrongType)
    .refine(({ size }) => size <= maximumRoomFileBytes, messages.tooLarge),
  title: documentUploadQuerySchema.shape.title,
  is_downloadable: z.boolean(),
});
