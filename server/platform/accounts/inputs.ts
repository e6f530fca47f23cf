import { PASSWORD_LENGTH } from '@lobby/shared/kit/contact.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { type Channel, topicsBy } from '@lobby/shared/kit/notification-topics.ts';
import { QUIET_MODES, type Quiet } from '@lobby/shared/kit/quiet-hours.ts';
import { fieldSchema, textInput } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';

/** A new password (rules.md 5): more than 6 characters. */
export const newPassword = {
  password: z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max),
  /** If given, it must equal the password. */
  confirmation: z.string().max(PASSWORD_LENGTH.max).optional(),
};
/** A password to be verified. */
export const givenPassword = z.string().min(1).max(PASSWORD_LENGTH.max);
export const emailInput = fieldSchema({ kind: 'email' });
export const nameInput = textInput(100);
export const tokenInput = z.string().min(1).max(200);

const timeInput = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'INVALID');
const off = (channel: Channel) => z.array(z.enum(topicsBy(channel))).max(topicsBy(channel).length);
/** Language and notification choices of an account. */
export const choiceInputs = {
  language: z.enum(LANGUAGES).optional(),
  mailOff: off('mail').optional(),
  appOff: off('app').optional(),
  pushOff: off('push').optional(),
  hideText: z.boolean().optional(),
  quiet: z
    .strictObject({
      mode: z.enum(['SHIFT', 'OWN', 'NEVER', 'PROJECT']),
      from: timeInput.nullish(),
      to: timeInput.nullish(),
    })
    .optional(),
};

/** Refuses quiet hours that do not apply to this kind of account, or own ones without a span. */
export function checkQuiet(kind: 'staff' | 'resident', quiet: Quiet | undefined): void {
  if (!quiet) return;
  const modes: readonly string[] = QUIET_MODES[kind];
  if (!modes.includes(quiet.mode)) failFields({ 'quiet.mode': { code: 'INVALID' } });
  if (quiet.mode !== 'OWN') return;
  const missing = (['from', 'to'] as const).filter(name => !quiet[name]);
  if (missing.length > 0)
    failFields(Object.fromEntries(missing.map(name => [`quiet.${name}`, { code: 'REQUIRED' as const }])));
}

/** Refuses a confirmation that differs from the password, together with other errors, so that all are shown at once. */
export function checkConfirmation(
  { password, confirmation }: { password: string; confirmation?: string | undefined },
  faults: FieldErrors = {},
): void {
  const differs = confirmation !== undefined && confirmation !== password;
  const all = { ...faults, ...(differs && { confirmation: { code: 'CONFIRMATION_DIFFERS' } }) };
  if (Object.keys(all).length > 0) failFields(all);
}
