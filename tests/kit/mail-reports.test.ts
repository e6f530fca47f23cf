import { readReport } from '@lobby/server/kit/mail/report.ts';
import { readSignature, signReport } from '@lobby/server/kit/mail/reports/signature.ts';
import { describe, expect, it } from 'vitest';

const ID = '0123456789abcdef01234567';

/** Delivery report in the form of the example of RFC 3464 (6.1). */
const report = (status: string, action = 'failed') =>
  [
    'Date: Thu, 7 Jul 1994 17:16:05 -0400',
    'From: Mail Delivery Subsystem <MAILER-DAEMON@CS.UTK.EDU>',
    'Subject: Returned mail: User unknown',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '      boundary="JAA13167.773673707/CS.UTK.EDU"',
    '',
    '--JAA13167.773673707/CS.UTK.EDU',
    '',
    'The original message could not be delivered.',
    '',
    '--JAA13167.773673707/CS.UTK.EDU',
    'content-type: message/delivery-status',
    '',
    'Reporting-MTA: dns; cs.utk.edu',
    '',
    'Original-Recipient: rfc822;louisl@larry.slip.umd.edu',
    'Final-Recipient: rfc822;louisl@larry.slip.umd.edu',
    `Action: ${action}`,
    `Status: ${status}`,
    'Diagnostic-Code: smtp; 426 connection timed out',
    '',
    '--JAA13167.773673707/CS.UTK.EDU',
    'content-type: message/rfc822',
    '',
    `Message-ID:`,
    ` <${ID}@lobby.test>`,
    'Subject: Notice',
    '',
    'Dear An',
    '--JAA13167.773673707/CS.UTK.EDU--',
    '',
  ].join('\r\n');

const complaint = (kind: string) =>
  [
    'Content-Type: multipart/report; report-type=feedback-report; boundary=part1',
    '',
    '--part1',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--part1',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${kind}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    '--part1',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${ID}@lobby.test>`,
    '',
    'Dear An',
    '--part1--',
  ].join('\n');

describe('a report of delivery', () => {
  it('names the mail, what came of it and why', () => {
    expect(readReport(report('5.1.1'))).toEqual({ mailId: ID, outcome: 'bounce', code: '5.1.1' });
    expect(readReport(report('2.0.0', 'delivered'))).toEqual({ mailId: ID, outcome: 'delivered', code: '2.0.0' });
    // A delay is not final.
    expect(readReport(report('4.0.0', 'delayed'))).toBeNull();
  });

  it('of a complaint names the mail too', () => {
    expect(readReport(complaint('abuse'))).toEqual({ mailId: ID, outcome: 'complaint', code: null });
    expect(readReport(complaint('opt-out'))?.outcome).toBe('unsubscribe');
  });

  it('that is none, or is about no mail of ours, is nothing', () => {
    expect(readReport('Subject: Hello\r\n\r\nAway until Monday')).toBeNull();
    expect(readReport(report('5.1.1').replace(ID, 'somebody-else'))).toBeNull();
    expect(readReport('Content-Type: multipart/report; boundary=x\n\n--x--')).toBeNull();
    expect(readReport(`Content-Type: multipart/report; boundary=x\n\n${'--x\n'.repeat(20_000)}`)).toBeNull();
  });
});

describe('the signature of a report', () => {
  const now = new Date('2026-11-24T10:00:00Z');
  const signed = signReport('secret', 'payload', now);

  it('holds for its own payload, secret and minute', () => {
    expect(readSignature('secret', signed, 'payload', now)).toHaveLength(64);
    expect(readSignature('secret', signed, 'payload2', now)).toBeNull();
    expect(readSignature('other', signed, 'payload', now)).toBeNull();
    expect(readSignature('secret', signed, 'payload', new Date(now.getTime() + 6 * 60_000))).toBeNull();
    expect(readSignature('secret', 'nonsense', 'payload', now)).toBeNull();
  });
});
