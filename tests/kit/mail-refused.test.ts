import { refusedAs } from '@lobby/server/kit/mail/refused.ts';
import { expect, it } from 'vitest';

it.each([
  ['EENVELOPE 550 5.1.1', 'NON_EXISTENT_ADDRESS'],
  ['EENVELOPE 550', 'NON_EXISTENT_ADDRESS'],
  ['5.1.10', 'NON_EXISTENT_ADDRESS'],
  ['EENVELOPE 550 5.2.2', 'MAILBOX_FULL'],
  ['EMESSAGE 552', 'MAILBOX_FULL'],
  ['EMESSAGE 552 5.3.4', 'EMAIL_CAPACITY_EXCEEDED'],
  ['EMESSAGE 550 5.7.1', 'MAIL_REJECTION'],
  ['EMESSAGE 554', 'MAIL_REJECTION'],
  ['ETIMEDOUT', null],
  ['EENVELOPE 451', null],
  ['HTTP 400', null],
] as const)('%s is read as %s', (reason, meant) => {
  expect(refusedAs(reason)).toBe(meant);
});
