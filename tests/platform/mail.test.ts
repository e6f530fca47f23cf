import { clockNow } from '@lobby/server/kit/database/clock.ts';
import { transaction } from '@lobby/server/kit/database/database.ts';
import { compose } from '@lobby/server/kit/mail/compose.ts';
import { overSmtp } from '@lobby/server/kit/mail/deliver.ts';
import { mailFrame, plainHead, withPictures } from '@lobby/server/kit/mail/frame.ts';
import { type MailRow, mails, queueMail } from '@lobby/server/kit/mail/queue.ts';
import { configureMail, type MailKind, sendDue } from '@lobby/server/kit/mail/send.ts';
import { loadMailStop } from '@lobby/server/kit/mail/stop.ts';
import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { readWords } from '../setup/contract/words.ts';
import { openSmtp } from '../setup/mail/smtp.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';

await startServer();
const smtp = await openSmtp();
const kinds: Record<string, MailKind> = {
  reset: async ({ values, base, id }) => ({ values, link: `${base}/x#token=${id}` }),
  stale: async () => null,
};
configureMail({
  kinds,
  deliver: overSmtp(smtp.url.replace('//', '//mail:secret@')),
  from: 'no-reply@lobby.test',
  base: () => 'https://lobby.test',
  voiceOf: async () => ({}),
  limits: { ofProject: async () => null, perDomain: null },
});

const ask = (to: string, more: Partial<Parameters<typeof queueMail>[0]> = {}) =>
  queueMail(
    { kind: 'reset', to, language: 'en', sender: { name: 'Hoa Sen', host: null }, values: { name: 'An' }, ...more },
    // The queue goes by the database's clock, which may be a little behind that of the test.
    clockNow(),
  );
const row = async (id: string): Promise<MailRow> => (await mails().findOne({ _id: id })) as MailRow;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
let n = 0;
let to = '';
beforeEach(() => {
  to = `reader${++n}@example${n}.test`;
  smtp.faults(() => undefined);
});
const got = () => smtp.taken.filter(mail => mail.to.includes(to));

describe('a mail', () => {
  it('goes out once, in its reader’s words, and leaves no address behind', async () => {
    const id = await ask(to);
    expect((await row(id)).letter).not.toContain(to);
    await Promise.all([sendDue(), sendDue(), sendDue()]);
    await sendDue(later(60));
    expect(got()).toHaveLength(1);
    const [mail] = got();
    expect(mail?.from).toBe('no-reply@lobby.test');
    expect(mail?.headers).toMatchObject({
      from: 'Hoa Sen <no-reply@lobby.test>',
      subject: 'Set a new Hoa Sen password',
      'message-id': `<${id}@lobby.test>`,
      'auto-submitted': 'auto-generated',
    });
    expect(mail?.raw).toContain('multipart/alternative');
    expect(await row(id)).toMatchObject({ state: 'sent', tries: 1 });
    expect(await row(id)).not.toHaveProperty('letter');
  });

  it('is not sent when what causes it is not done', async () => {
    const lost = transaction(async tx => {
      await queueMail(
        { kind: 'reset', to, language: 'en', sender: { name: 'L', host: null }, values: {} },
        new Date(),
        tx,
      );
      throw new Error('undone');
    });
    await expect(lost).rejects.toThrow('undone');
    await sendDue();
    expect(got()).toEqual([]);
  });

  it('that is of no use any more is dropped', async () => {
    const id = await ask(to, { kind: 'stale' });
    await sendDue();
    expect((await row(id)).state).toBe('dropped');
    expect(got()).toEqual([]);
  });

  it('of a kind that only a newer server knows waits for that server', async () => {
    const id = await ask(to, { kind: 'tomorrow' });
    await sendDue();
    expect(await row(id)).toMatchObject({ state: 'waiting', tries: 1 });
    await mails().deleteOne({ _id: id });
  });
});

describe('a mail server that fails', () => {
  it.each([
    ['busy at the greeting', 'CONNECT', '421 too busy'],
    ['full', 'RCPT', '452 mailbox full'],
    ['failing at the end', 'BODY', '451 local error'],
    ['cutting the line at once', 'CONNECT', 'drop'],
    ['cutting the line at the mail', 'BODY', 'drop'],
  ])('%s: the mail waits, longer each time, and goes out once', async (_, step, fault) => {
    smtp.faults(at => (at === step ? fault : undefined));
    const id = await ask(to);
    expect(await sendDue()).toBe(1);
    const first = await row(id);
    expect(first).toMatchObject({ state: 'waiting', tries: 1 });
    expect(first.reason).not.toMatch(/busy|full|example/);
    expect(await sendDue()).toBe(0);
    expect(await sendDue(new Date(first.dueAt.getTime() + 5000))).toBe(1);
    const second = await row(id);
    expect(second.dueAt.getTime() - Date.now()).toBeGreaterThan(first.dueAt.getTime() - Date.now());
    smtp.faults(() => undefined);
    await sendDue(later(60 * 3));
    await sendDue(later(60 * 5));
    expect(got()).toHaveLength(1);
    expect((await row(id)).state).toBe('sent');
  });

  it('refusing our sign-in: all mails wait, one tries again each minute, none is given up', async () => {
    smtp.faults(step => (step === 'AUTH' ? '535 5.7.8 no such sign-in' : undefined));
    const [id, other] = [await ask(to), await ask(`other-${to}`)];
    await mails().updateOne({ _id: id }, { $set: { at: later(-25 * 60) } });
    expect(await sendDue()).toBe(1);
    expect([await row(id), await row(other)]).toMatchObject([
      { state: 'waiting', tries: 0, reason: 'EAUTH 535 5.7.8' },
      { state: 'waiting', tries: 0 },
    ]);
    expect(await loadMailStop(new Date())).toMatchObject({ reason: 'EAUTH 535 5.7.8' });
    expect(await sendDue((await row(id)).dueAt)).toBe(1);
    smtp.faults(() => undefined);
    expect(await sendDue(later(4))).toBe(2);
    expect([(await row(id)).state, (await row(other)).state]).toEqual(['sent', 'sent']);
    expect(await loadMailStop(later(4))).toBeNull();
  });

  it('for good is not asked again', async () => {
    smtp.faults(step => (step === 'RCPT' ? '550 no such user' : undefined));
    const id = await ask(to);
    await sendDue();
    expect(await row(id)).toMatchObject({ state: 'failed', reason: 'EENVELOPE 550' });
    smtp.faults(() => undefined);
    await sendDue(later(600));
    expect(got()).toEqual([]);
  });

  it('leaves unsure whether it took it: the same mail comes again, known by its Message-ID', async () => {
    smtp.faults(step => (step === 'BODY' ? 'drop-after' : undefined));
    const id = await ask(to);
    await sendDue();
    expect((await row(id)).state).toBe('waiting');
    smtp.faults(() => undefined);
    await sendDue(later(2));
    expect(new Set(got().map(mail => mail.headers['message-id']))).toEqual(new Set([`<${id}@lobby.test>`]));
    const bodies = got().map(mail => mail.raw.replace(/--_NmP[^\r]*|boundary="[^"]*"/g, ''));
    expect(new Set(bodies).size).toBe(1);
  });

  it('slow but well: one mail, and nobody else takes it meanwhile', async () => {
    smtp.faults(step => (step === 'BODY' ? 1500 : undefined));
    const id = await ask(to);
    const first = sendDue();
    await until(async () => (await row(id)).tries === 1);
    expect(await sendDue()).toBe(0);
    await first;
    expect(got()).toHaveLength(1);
    expect((await row(id)).tries).toBe(1);
  });

  it('for a day: the mail is given up, and says why', async () => {
    smtp.faults(step => (step === 'MAIL' ? '451 later' : undefined));
    const id = await ask(to);
    await mails().updateOne({ _id: id }, { $set: { at: later(-25 * 60) } });
    await sendDue();
    expect(await row(id)).toMatchObject({ state: 'failed', reason: 'EENVELOPE 451' });
  });

  it('and a server of ours that died while sending: another sends it after a while', async () => {
    const id = await ask(to);
    // As `sendDue` leaves it between taking a mail and handing it over.
    await mails().updateOne({ _id: id }, { $set: { dueAt: later(2), tries: 1 } });
    expect(await sendDue()).toBe(0);
    expect(await sendDue(later(2.1))).toBe(1);
    expect(got()).toHaveLength(1);
  });
});

describe('the words of a mail', () => {
  const nasty = '<img src=x onerror=alert(1)>"\'&\r\nBcc: x@y.z';
  it.each(['register', 'registered', 'reset', 'invite', 'attached', 'password'])(
    '%s are whole in five languages',
    kind => {
      const subjects = LANGUAGES.map(language => {
        const values = { name: nasty, project: 'Hoa Sen', by: 'Bình' };
        const { subject, text, html } = compose({
          kind,
          language,
          brand: 'Lobby',
          values,
          link: 'https://l.test/a#token=x&y="',
          unsubscribe: 'https://l.test/off',
        });
        for (const words of [subject, text, html]) expect(words).not.toMatch(/\{\{|mail\.\w|undefined/);
        expect(subject).not.toMatch(/[\r\n]/);
        expect(html).not.toMatch(/<img|token=x&y="/);
        expect(html).toContain(`lang="${language}"`);
        expect(html.match(/class="button"/g)).toHaveLength(1);
        expect(html.indexOf('<h1')).toBeGreaterThan(html.indexOf('>Lobby<'));
        expect(text).toContain('https://l.test/a#token=x&y="');
        expect(text).toContain('https://l.test/off');
        return subject;
      });
      expect(new Set(subjects).size).toBe(LANGUAGES.length);
    },
  );
});

it('begins with what it is about: who is written to stands below, and each cell names its font', () => {
  for (const kind of Object.keys(readWords('vi').get('mail') ?? {}))
    for (const language of LANGUAGES) {
      const { title = '', greeting = '' } = Object(readWords(language).get('mail')?.[kind]) as Record<string, string>;
      expect(/^\{\{(name|partner)\}\}.|(Hello|Dear|Chào|Kính gửi) \{\{/.test(title), `${kind} ${language}`).toBe(false);
      if (greeting) expect(greeting).toMatch(/\{\{(name|partner)\}\}/);
    }
  const values = { name: 'Lan', project: 'Hoa Sen', by: 'Bình' };
  const { html, text } = compose({ kind: 'invite', language: 'en', brand: 'L', values, link: 'https://l.test' });
  expect(html).toContain('>You are invited to Hoa Sen</h1><p style="margin:0 0 16px">Hello Lan,<br>Bình invites you');
  expect(html).toContain('<div style="display:none;max-height:0;overflow:hidden">Bình invites you');
  expect(text.split('\n').slice(0, 3)).toEqual(['You are invited to Hoa Sen', '', 'Hello Lan,']);
  expect(html.match(/<td/g)).toHaveLength(html.match(/<td[^>]*font-family/g)?.length ?? 0);
  expect(html).not.toMatch(/>https?:/);
});

it('has at its head who writes, with their picture', async () => {
  const logo = Buffer.from('a picture').toString('base64');
  const head = { name: 'Hoa Sen Living', building: 'Hoa Sen', accent: '#7A2E6B', logo, foot: 'Tây Hồ' };
  const facts = [{ name: 'Owed', value: '50.000\u00a0₫' }];
  const said = compose({ kind: 'reset', language: 'en', brand: 'L', head, values: {}, link: 'https://l.test', facts });
  for (const words of [
    'cid:logo',
    '>Hoa Sen Living<',
    '>Management of Hoa Sen<',
    'background:#7A2E6B',
    'Tây Hồ',
    '50.000\u00a0₫',
  ])
    expect(said.html).toContain(words);
  expect(withPictures(said.html, { logo })).toContain(`data:image/png;base64,${logo}`);
});

it('keeps the code of a unit or a paper in one piece, and words that have a hyphen as they are', () => {
  const content = '<p>Căn A-12.05 – TBP-2611-00042, e-mail</p><img alt="A-12.05"><a href="https://x/A-1">x</a>';
  const frame = { language: 'vi', subject: 'A-12.05', preview: 'A-12.05', head: plainHead('L'), content } as const;
  const whole = (code: string) => `<span style="white-space:nowrap">${code}</span>`;
  const html = mailFrame(frame);
  expect(html).toContain(`Căn ${whole('A-12.05')} – ${whole('TBP-2611-00042')}, e-mail<`);
  expect(html).toContain('<img alt="A-12.05"><a href="https://x/A-1">x</a>');
  expect(html).toContain('<title>A-12.05</title>');
});

it('tells mail programs how to turn off what may be turned off', async () => {
  const unsubscribe = { page: 'https://lobby.test/off', call: 'https://lobby.test/api/emails/unsubscribe?token=t' };
  kinds.reset = async ({ base }) => ({ values: {}, link: base, unsubscribe });
  await ask(to);
  await sendDue();
  expect(got()[0]?.headers).toMatchObject({
    'list-unsubscribe': `<${unsubscribe.call}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
});
