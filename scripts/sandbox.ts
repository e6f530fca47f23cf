import { SANDBOX_PORTS } from '../server/demo/beside.ts';
import { SIGNATURE_HEADER } from '../server/kit/mail/reports/routes.ts';
import { signReport } from '../server/kit/mail/reports/signature.ts';
import { ACCOUNTING_FAULTS, openAccounting } from './sandbox/accounting.ts';
import { openBankSandbox } from './sandbox/bank.ts';
import { openPaymentSandbox } from './sandbox/payments.ts';
import { openSmsSandbox } from './sandbox/sms.ts';
import { openMailSandbox } from './sandbox/smtp.ts';
import { openTaxOffice, TAX_FAULTS } from './sandbox/tax-office.ts';

// Sandboxes for trying mail, short messages and integrations: SMTP at 2525, an SMS gateway at 2526, payment providers at
// 2527, bank notices at 2528, a tax office at 2529, accounting software at 2530. They report back to the product.
const product = process.env.PRODUCT_URL ?? 'http://127.0.0.1:3000';
const secret = process.env.MAIL_WEBHOOK_SECRET ?? 'a-secret-for-the-sandbox';

const post = (path: string, type: string) => (body: string) =>
  fetch(`${product}/api/webhooks/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': type, [SIGNATURE_HEADER]: signReport(secret, body, new Date()) },
    body,
  });

/** Uses free ports instead, for tests. */
const anywhere = process.env.SANDBOX_PORT === '0';

/** Opens a sandbox at its usual port; if that is taken, assumes that another run of this program serves there. */
async function usual<T extends { url: string }>(
  port: number,
  open: (port: number) => Promise<T>,
): Promise<{ url: string }> {
  return open(anywhere ? 0 : port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return { url: `http://127.0.0.1:${port}` };
  });
}

const payments = await usual(SANDBOX_PORTS.payments, port => openPaymentSandbox({ port }));
const bank = await usual(SANDBOX_PORTS.bank, port => openBankSandbox({ port }));
const tax = await usual(SANDBOX_PORTS.tax, port => openTaxOffice({ port }));
const accounting = await usual(SANDBOX_PORTS.accounting, port => openAccounting({ port, password: null }));

/** Runs along with a demo: tells it the addresses, and ends with it. */
function standBeside(): void {
  process.send?.({
    urls: { PAYMENT_SANDBOX_URL: payments.url, TAX_SANDBOX_URL: tax.url },
    bank: bank.url,
    accounting: accounting.url,
  });
  process.once('disconnect', () => process.exit(0));
  // Ctrl+C reaches this process too, which ends after the product so that pending deliveries arrive.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

async function standAlone(): Promise<void> {
  const mail = await openMailSandbox({ port: 2525, report: post('email/raw', 'message/rfc822') });
  const sms = await openSmsSandbox({ port: 2526, report: post('sms/generic', 'application/json') });
  process.stdout.write(
    [
      `SMTP_URL=${mail.url} SMS_URL=${sms.url} PAYMENT_SANDBOX_URL=${payments.url} TAX_SANDBOX_URL=${tax.url} MAIL_WEBHOOK_SECRET=${secret} npm start`,
      'Faults by address: +421 +451 +550 +552 +close +bounce +complain +slow +deliver; by the last digit of a phone: 1 to 5; of a payment on its page.',
      `Transfers are made at ${bank.url}: the address and the secret are those of a bank connection.`,
      `Tax office at ${tax.url}: what goes wrong with the next messages by POST ${tax.url}/sandbox/faults {"faults": ["close"]}, of ${TAX_FAULTS.join(' ')}.`,
      `Accounting software at ${accounting.url}: user lobby, any password, base unit HSEN; faults by POST ${accounting.url}/sandbox/faults {"faults": ["lost"]}, of ${ACCOUNTING_FAULTS.join(' ')}.`,
      '',
    ].join('\n'),
  );
}

if (process.argv.includes('--beside')) standBeside();
else await standAlone();
