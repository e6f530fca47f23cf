import { z } from 'zod';

/** Number of recipients of an announcement by channel. */
export const reachShape = z.object({
  units: z.int(),
  people: z.int(),
  app: z.int(),
  email: z.int(),
  sms: z.int(),
  /** People reached by none of the chosen channels. */
  nobody: z.int(),
  /** When SMS would be sent, if they are held back until then; null: at once. */
  smsAt: z.string().nullable(),
});
export type Reach = z.infer<typeof reachShape>;
