import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { PAYMENT_GATES } from './handover-config.ts';
import { HANDOVER } from './handover-data.ts';

export const handoverConfigSchema = z.object({
  paymentGate: z.enum(PAYMENT_GATES),
  obligationSource: z.enum(['MANUAL', 'LEDGER']),
  slotMinutes: z.int(),
  slotsAtOnce: z.int(),
  hours: z.string(),
  days: z.array(z.object({ day: z.string() })),
  bookableByResident: z.boolean(),
  bookAheadDays: z.int(),
  inspectorIds: z.array(z.string()),
  meetingPoint: z.string().nullable(),
  defectsAllowed: z.boolean(),
  repairDays: z.int(),
  repairReminder: z.int(),
  partnerMail: z.boolean(),
  meters: z.array(z.object({ name: z.string(), unitName: z.string().nullable() })),
  things: z.array(z.object({ name: z.string(), number: z.int() })),
  minutesText: z.string().nullable(),
  version: z.int(),
});

export const handoverSettings = contract({
  method: 'get',
  path: '/handover/config',
  summary: 'What the project sets of how flats are handed over',
  module: HANDOVER,
  answer: handoverConfigSchema,
});
