import { SIGNATURE_HEADER } from '../server/kit/mail/reports/routes.ts';
import { signReport } from '../server/kit/mail/reports/signature.ts';
import { openPaymentSandbox } from './sandbox/payments.ts';
import { openSmsSandbox } from './sandbox/sms.ts';
import { openMailSandbox } from './sandbox/smtp.ts';

// The other side of mail, short messages and payments, for trying: SMTP at 2525, a gateway at 2526, payment providers at 2527. It reports back to the product.
const product = process.env.PRODUCT_URL ?? 'http://127.0.0.1:3000';
const secret = process.env.MAIL_WEBHOOK_SECRET ?? 'a-secret-for-the-sandbox';

const post = (path: string, type: string) => (body: string) =>
  fetch(`${product}/api/webhooks/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, [SIGNATURE_HEADER]: signReport(secret, body, new Date()) },
    body,
  });

const mail = await openMailSandbox({ port: 2525, report: post('email/raw', 'message/rfc822') });
const sms = await openSmsSandbox({ port: 2526, report: post('sms/generic', 'application/json') });
const payments = await openPaymentSandbox({ port: 2527 });
process.stdout.write(
  [
    `SMTP_URL=${mail.url} SMS_URL=${sms.url} PAYMENT_SANDBOX_URL=${payments.url} MAIL_WEBHOOK_SECRET=${secret} npm start`,
    'Faults by address: +421 +451 +550 +552 +close +bounce +complain +slow +deliver; by the last digit of a phone: 1 to 5; of a payment on its page.',
    '',
  ].join('\n'),
);
