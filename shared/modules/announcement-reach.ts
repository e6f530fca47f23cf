import { z } from 'zod';

/** Number of people that an announcement reaches by each channel. */
export const reachShape = z.object({
  units: z.int(),
  people: z.int(),
  app: z.int(),
  email: z.int(),
  sms: z.int(),
  /** People reached by none of the chosen channels. */
  nobody: z.int(),
  /** Until when SMS would be held back now; null: they are sent at once. */
  smsAt: z.string().nullable(),
});
export type Reach = z.infer<typeof reachShape>;
