/**
 * Why the recipient's server refuses a mail for good. The enhanced status code takes precedence over the three-digit one
 * (RFC 3463, RFC 5321 4.2.3).
 */
export type Refused = 'NON_EXISTENT_ADDRESS' | 'MAILBOX_FULL' | 'EMAIL_CAPACITY_EXCEEDED' | 'MAIL_REJECTION';

const UNKNOWN = new Set(['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.4.4']);
const TOO_LARGE = new Set(['5.2.3', '5.3.4']);

/** The meaning of a refusal; null if it is not permanent. */
export function refusedAs(reason: string): Refused | null {
  const enhanced = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0];
  if (enhanced) {
    if (UNKNOWN.has(enhanced)) return 'NON_EXISTENT_ADDRESS';
    if (enhanced === '5.2.2') return 'MAILBOX_FULL';
    return TOO_LARGE.has(enhanced) ? 'EMAIL_CAPACITY_EXCEEDED' : 'MAIL_REJECTION';
  }
  const code = /(?<![.\d])([45]\d\d)(?![.\d])/.exec(reason)?.[1] ?? '';
  if (['550', '551', '553'].includes(code)) return 'NON_EXISTENT_ADDRESS';
  if (['452', '552'].includes(code)) return 'MAILBOX_FULL';
  return code.startsWith('5') ? 'MAIL_REJECTION' : null;
}

/** Whether the mailbox does not exist, so that nothing more is sent to it. */
export const isUnknown = (reason: string): boolean => refusedAs(reason) === 'NON_EXISTENT_ADDRESS';
