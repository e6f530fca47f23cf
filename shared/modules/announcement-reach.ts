import { z } from 'zod';

/** How many people an announcement reaches by each of its ways. */
export const reachShape = z.object({
  units: z.int(),
  people: z.int(),
  app: z.int(),
  email: z.int(),
  sms: z.int(),
  /** Whom none of the chosen ways reaches. */
  nobody: z.int(),
  /** Until when SMS would wait now; null: they go at once. */
  smsAt: z.string().nullable(),
});
export type Reach = z.infer<typeof reachShape>;
