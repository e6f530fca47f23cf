import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { template } from '@lobby/shared/modules/template.ts';
import nodemailer from 'nodemailer';
import { openMailSandbox, type SandboxMail } from '../../scripts/sandbox/smtp.ts';
import type { Caller } from '../setup/caller.ts';
import { buildNotices, openBilledHouse } from './billed-house.ts';
import { boundLine, type Figure, ratioLine } from './figure.ts';
import { moveIn } from './large-house.ts';
import { memoryOf, now, sleep } from './machine.ts';
import { shown } from './statistics.ts';

const MONTH = '2026-10';
const NOTICE_MONTH = '2026-11';
/** Mails that are kept to be sent again by the bare part. */
const KEPT = 20;
const MOST_MS = 45 * 60_000;

/** The notices of a building as mails with their papers, beside bare nodemailer that sends the same bytes to the same mail server. */
export const s16: Figure = {
  id: 's16',
  title: 'Notices with their PDF, drawn and sent by mail, one after another',
  async run(stage, quick) {
    const count = quick ? 40 : 5000;
    const sandbox = await openMailSandbox();
    const house = await openBilledHouse(stage, count, [MONTH], { SMTP_URL: sandbox.url });
    const { ann, id } = house.site;
    await moveIn(ann, count);
    await house.bill(MONTH);
    await prepare(ann, id);

    const { pid } = house.server;
    const before = memoryOf(pid);
    let peak = before;
    const kept: SandboxMail[] = [];
    let taken = 0;
    const begun = now();
    await expectDone(ann.post(`${feeNotice.path}/send`, { isAll: true, channels: ['EMAIL'] }));
    while (taken < count) {
      for (const mail of sandbox.taken.splice(0)) {
        if (!mail.raw.includes('application/pdf')) continue;
        taken++;
        if (kept.length < KEPT) kept.push(mail);
      }
      peak = Math.max(peak, memoryOf(pid));
      if (now() - begun > MOST_MS) throw new Error(`only ${taken} of ${count} mails came`);
      await sleep(50);
    }
    const seconds = (now() - begun) / 1000;
    await house.close();

    const transport = nodemailer.createTransport({ url: sandbox.url });
    const bareBegun = now();
    for (let n = 0; n < count; n++) {
      const { to, raw } = kept[n % kept.length] as SandboxMail;
      await transport.sendMail({ envelope: { from: 'bare@example.test', to }, raw: `${raw}\r\n` });
      sandbox.taken.length = 0;
    }
    const bare = (now() - bareBegun) / 1000;
    await sandbox.close();
    const kilobytes = kept.reduce((sum, { raw }) => sum + raw.length, 0) / kept.length / 1024;
    return [
      ratioLine(
        `${shown(count)} mails of ${shown(kilobytes)} kB`,
        { product: [seconds], baseline: [bare] },
        { unit: 's', most: 6 },
      ),
      boundLine('memory above that before', peak - before, 300, { unit: 'MB' }),
    ];
  },
};

/** Prepares a project to send notices: templates, an account to pay into, and a share of the hour’s mails. */
async function prepare(who: Caller, projectId: string): Promise<void> {
  await expectDone(who.post(`${template.path}/built-in`, {}));
  const account = { bankBin: '970436', accountNumber: '1018000018', accountName: 'BAN QUAN LY' };
  await expectDone(who.post(bankAccount.path, account));
  const most = { version: 1, mailPerHour: 50_000, mailPerDomainPerMinute: 1000 };
  await expectDone(who.put(`/unit-group/${projectId}/sending`, most));
  await buildNotices(who, NOTICE_MONTH);
}

async function expectDone(call: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await call;
  if (status >= 300) throw new Error(text);
}
