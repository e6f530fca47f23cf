import { newId } from '@lobby/server/kit/database/database.ts';
import { overSmtp, Undeliverable } from '@lobby/server/kit/mail/deliver.ts';
import { refusedAs } from '@lobby/server/kit/mail/refused.ts';
import { type Report, readReport } from '@lobby/server/kit/mail/report.ts';
import { overGateway } from '@lobby/server/kit/mail/sms.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { openSmsSandbox } from '../../scripts/sandbox/sms.ts';
import { openMailSandbox } from '../../scripts/sandbox/smtp.ts';
import { until } from '../setup/server/listener.ts';

const reports: (Report | null)[] = [];
const told: string[] = [];
const mail = await openMailSandbox({ reportMs: 10, report: async raw => reports.push(readReport(raw)) });
const sms = await openSmsSandbox({ reportMs: 10, report: async body => told.push(body) });
afterAll(async () => {
  await mail.close();
  await sms.close();
});

const message = (to: string, id = newId()) => ({
  id,
  to,
  at: new Date(),
  from: { name: 'Hoa Sen', address: 'no-reply@hoasen.test' },
  subject: 'Thông báo phí',
  text: 'Kính gửi',
  html: '<p>Kính gửi</p>',
});

describe('the sandbox of mail', () => {
  const deliver = overSmtp(mail.url);
  const refused = async (to: string): Promise<unknown> => deliver(message(to)).catch((error: unknown) => error);

  it('takes a mail, and refuses by what its address says', async () => {
    const id = newId();
    expect(await deliver(message('an@example.test', id))).toContain('250');
    expect(mail.taken.find(({ raw }) => raw.includes(id))?.raw).toContain(`X-Entity-Ref: ${id}`);
    const unknown = await refused('an+550@example.test');
    expect(unknown).toBeInstanceOf(Undeliverable);
    expect(refusedAs(unknown instanceof Undeliverable ? unknown.reason : '')).toBe('NON_EXISTENT_ADDRESS');
    const full = await refused('an+552@example.test');
    expect(refusedAs(full instanceof Undeliverable ? full.reason : '')).toBe('MAILBOX_FULL');
    for (const fault of ['421', '451', 'close']) {
      const later = await refused(`an+${fault}@example.test`);
      expect(later).toBeInstanceOf(Error);
      expect(later).not.toBeInstanceOf(Undeliverable);
    }
  });

  it('reports what came of it as mailboxes do', async () => {
    const ids = { bounce: newId(), complain: newId(), deliver: newId() };
    for (const [fault, id] of Object.entries(ids)) await deliver(message(`an+${fault}@example.test`, id));
    const of = (id: string) => reports.find(report => report?.mailId === id);
    await until(() => Object.values(ids).every(of));
    expect(of(ids.bounce)).toEqual({ mailId: ids.bounce, outcome: 'bounce', code: '5.1.1' });
    expect(of(ids.complain)?.outcome).toBe('complaint');
    expect(of(ids.deliver)?.outcome).toBe('delivered');
  });
});

describe('the sandbox of short messages', () => {
  const deliver = overGateway(sms.url);
  const send = (to: string, id = newId()) => deliver(message(to, id));

  it('takes a message once by its id, and reports it', async () => {
    const id = newId();
    await send('+84901234560', id);
    await send('+84901234560', id);
    expect(sms.taken.filter(one => one.id === id)).toHaveLength(1);
    await until(() => told.some(body => body.includes(id)));
  });

  it('refuses, says nothing, and reports twice, by the last digit', async () => {
    await expect(send('+84901234561')).rejects.toBeInstanceOf(Undeliverable);
    await expect(send('+84901234564')).rejects.not.toBeInstanceOf(Undeliverable);
    const id = newId();
    await send('+84901234565', id);
    await until(() => told.filter(body => body.includes(id)).length === 2);
  });
});
