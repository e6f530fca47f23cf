const BOUNDARY = 'sandbox-report';
const headOf = (raw: string) => raw.slice(0, Math.max(0, raw.indexOf('\r\n\r\n')));

const reportOf = (type: string, subject: string, parts: readonly string[]): string =>
  [
    'From: Mail Delivery Subsystem <mailer-daemon@sandbox.test>',
    'To: <bounces@lobby.test>',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${BOUNDARY}"`,
    '',
    ...parts.flatMap(part => [`--${BOUNDARY}`, part]),
    `--${BOUNDARY}--`,
    '',
  ].join('\r\n');

/** Builds a delivery status report about a mail (RFC 3464). */
export const deliveryReport = (raw: string, to: string, action: 'failed' | 'delivered', status: string): string =>
  reportOf('delivery-status', 'Delivery report', [
    ['Content-Type: text/plain', '', `The mail to ${to}: ${action}.`, ''].join('\r\n'),
    [
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; sandbox.test',
      '',
      `Final-Recipient: rfc822; ${to}`,
      `Action: ${action}`,
      `Status: ${status}`,
      '',
    ].join('\r\n'),
    ['Content-Type: text/rfc822-headers', '', headOf(raw), ''].join('\r\n'),
  ]);

/** Builds the complaint about a mail that its reader marked as spam (RFC 5965). */
export const complaintAbout = (raw: string): string =>
  reportOf('feedback-report', 'Complaint', [
    ['Content-Type: text/plain', '', 'This is an email abuse report.', ''].join('\r\n'),
    [
      'Content-Type: message/feedback-report',
      '',
      'Feedback-Type: abuse',
      'User-Agent: sandbox/1.0',
      'Version: 1',
      '',
    ].join('\r\n'),
    ['Content-Type: text/rfc822-headers', '', headOf(raw), ''].join('\r\n'),
  ]);
