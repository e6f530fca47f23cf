import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { unitGroup } from './unit-group.ts';

const params = z.strictObject({ id: idSchema });
/** Answer of a mail server or gateway to a test message, which the caller sends to themselves. */
const tried = z.object({ sent: z.boolean(), answer: z.string() });

export const mailHealth = contract({
  method: 'get',
  path: '/unit-group/:id/sending/email',
  summary: 'Whether mails go out, are signed, and what comes back is taken; and what became of those of the last week',
  module: unitGroup.code,
  params,
  answer: z.object({
    smtp: z.boolean(),
    dkim: z.boolean(),
    bounces: z.boolean(),
    webhooks: z.boolean(),
    from: z.string(),
    /** Since when the mail server refuses our sign-in and mails wait; null if they are being sent. */
    stoppedAt: z.string().nullable(),
    /** Mails that wait for their turn. */
    waiting: z.int(),
    week: z.object({
      handedOver: z.int(),
      bounced: z.int(),
      complained: z.int(),
      opened: z.int(),
      clicked: z.int(),
    }),
    warnings: z.array(z.enum(['STOPPED', 'NO_SERVER', 'NOT_SIGNED', 'NO_REPORTS', 'BOUNCES', 'COMPLAINTS'])),
  }),
});

export const mailVerify = contract({
  method: 'post',
  path: '/unit-group/:id/sending/email/verify',
  summary: 'Send a mail to the caller, and tell what the mail server answered',
  module: unitGroup.code,
  params,
  answer: tried,
});

export const smsState = contract({
  method: 'get',
  path: '/unit-group/:id/sending/sms',
  summary: 'Whether short messages go out, what is missing, and how much of the month is used',
  module: unitGroup.code,
  params,
  answer: z.object({
    on: z.boolean(),
    brandName: z.string().nullable(),
    /** A key of the project, or a gateway of the installation. */
    keySet: z.boolean(),
    usedThisMonth: z.int(),
    cap: z.int().nullable(),
    warnAt: z.int(),
    price: z.array(z.object({ network: z.string(), price: z.int() })),
    warnings: z.array(z.enum(['OFF', 'NO_BRAND_NAME', 'NO_GATEWAY', 'NO_PRICE', 'NEAR_CAP'])),
  }),
});

export const smsVerify = contract({
  method: 'post',
  path: '/unit-group/:id/sending/sms/verify',
  summary: 'Send a short message to the phone of the caller, and tell what the gateway answered',
  module: unitGroup.code,
  params,
  /** No other phone than the caller's own. */
  body: z.strictObject({ phone: z.string().max(20).optional() }),
  answer: tried,
});
