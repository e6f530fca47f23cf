import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { describe, expect, it } from 'vitest';
import type { Row } from '../setup/caller.ts';
import { mailsIn } from '../setup/mail/mailbox.ts';
import { refusal } from '../setup/money/books.ts';
import { owingSite } from '../setup/money/owing-site.ts';
import { until } from '../setup/server/listener.ts';
import { startServer } from '../setup/server/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();

const MAIL = {
  purpose: 'NORMAL',
  channel: 'EMAIL',
  language: 'vi',
  subject: '{{unit.code}}',
  body: '<p>Dear {{member.name}}</p>',
};
const at = (id: unknown) => `${template.path}/${id}`;

interface Shown {
  subject: string;
  html: string | null;
  text: string;
  sms: { text: string; encoding: string; segments: number } | null;
  faults: { field: string; code: string }[];
}

describe('the words of a template', () => {
  it('are refused at their place, with the nearest name', async () => {
    const { ann } = await makeSite(server.url, 'Wrong words');
    const wrong = await ann.post(template.path, { name: 'Ab', ...MAIL, body: 'Kính gửi {{unit.cod}}' });
    expect(refusal(wrong)).toEqual([400, 'TEMPLATE_VARIABLE_UNKNOWN', 'body']);
    expect(wrong.error.data?.fields?.body).toMatchObject({
      code: 'TEMPLATE_VARIABLE_UNKNOWN',
      params: { name: 'unit.cod', nearest: 'unit.code', line: 1 },
    });
    for (const body of ['<p>{% include "x" %}</p>', '<p>{{unit.code</p>', '<p>{{ unit.code | reverse }}</p>'])
      expect(refusal(await ann.post(template.path, { name: 'Ab', ...MAIL, body }))[1]).toBe('TEMPLATE_SYNTAX');
    const reminder = await ann.post(template.path, { name: 'Ab', ...MAIL, body: '<p>{{reminder.level}}</p>' });
    expect(refusal(reminder)[1]).toBe('TEMPLATE_VARIABLE_UNKNOWN');
    const frame = await ann.post(template.path, {
      name: 'Ab',
      ...MAIL,
      purpose: 'LAYOUT',
      subject: 'F',
      body: '<p>x</p>',
    });
    expect(refusal(frame)).toEqual([400, 'TEMPLATE_CONTENT_MISSING', 'body']);
    const app = { ...MAIL, channel: 'APP', text: 'x', body: undefined };
    expect(refusal(await ann.post(template.path, { name: 'Ab', ...app, subject: 'x'.repeat(101) }))[2]).toBe('subject');
    const sms = { ...MAIL, channel: 'SMS', subject: undefined, body: undefined };
    const long = await ann.post(template.path, { name: 'Ab', ...sms, accents: 'KEEP', text: 'ạ'.repeat(600) });
    expect(refusal(long)).toEqual([400, 'SMS_TOO_LONG', 'text']);
    expect(refusal(await ann.post(template.path, { name: 'Ab', ...sms }))).toEqual([400, 'VALIDATION_FAILED', 'text']);
  });

  it('are stored without what is not allowed in them', async () => {
    const { ann } = await makeSite(server.url, 'Clean words');
    const body = '<p onclick="x()">A</p><script>x()</script><img src="http://x/y.png"><p>B</p>';
    const { data } = await ann.post<Row>(template.path, { name: 'Clean', ...MAIL, body });
    expect(data.body).toBe('<p>A</p><p>B</p>');
  });
});

describe('a template', () => {
  it('is active once for a purpose, channel and language, also where two come to it at once', async () => {
    const { ann } = await makeSite(server.url, 'Active');
    const [one, two, three] = await Promise.all(
      ['One', 'Two', 'Three'].map(async name => (await ann.post<Row>(template.path, { name, ...MAIL })).data),
    );
    expect((await ann.put(`${at(one?.id)}/activate`, {})).status).toBe(200);
    expect(refusal(await ann.put(`${at(two?.id)}/activate`, {}))).toEqual([409, 'TEMPLATE_ACTIVE_EXISTS']);
    expect(refusal(await ann.put(`${at(one?.id)}/activate`, {}))[1]).toBe('STATUS_CHANGED');
    await Promise.all([two, three].map(doc => ann.put(`${at(doc?.id)}/activate`, { replace: true })));
    const active = await ann.get<Row[]>(`${template.path}?filter[active][]=true`);
    expect(active.data).toHaveLength(1);
    const [now] = active.data;
    expect(refusal(await ann.delete(at(now?.id)))[1]).toBe('TEMPLATE_ACTIVE_EXISTS');
    const moved = await ann.put(at(now?.id), { version: now?.version, language: 'en' });
    expect(refusal(moved)).toEqual([409, 'TEMPLATE_FIXED', 'language']);
    expect((await ann.put(`${at(now?.id)}/deactivate`, { reason: 'Old words' })).status).toBe(200);
  });

  it('keeps its revisions, and takes one back as a new one', async () => {
    const { ann } = await makeSite(server.url, 'Revisions');
    const { data: made } = await ann.post<Row>(template.path, { name: 'One', ...MAIL });
    const { data: changed } = await ann.put<Row>(at(made.id), { version: 1, body: '<p>Hello {{member.name}}</p>' });
    expect(changed.revision).toBe(2);
    const { data: renamed } = await ann.put<Row>(at(made.id), { version: changed.version, name: 'Another' });
    expect(renamed.revision).toBe(2);
    const again = await ann.put<Row>(`${at(made.id)}/restore-revision`, { version: renamed.version, revision: 1 });
    expect(again.data).toMatchObject({ revision: 3, body: '<p>Dear {{member.name}}</p>' });
    const { data: all } = await ann.get<Row[]>(`${at(made.id)}/revisions`);
    expect(all.map(({ revision, changed: fields }) => [revision, fields])).toEqual([
      [3, ['body']],
      [2, ['body']],
      [1, ['subject', 'body']],
    ]);
    const { data: old } = await ann.get<Row>(`${at(made.id)}/revisions/2`);
    expect(old).toMatchObject({ revision: 2, body: '<p>Hello {{member.name}}</p>' });
    const none = await ann.put(`${at(made.id)}/restore-revision`, { version: again.data.version, revision: 9 });
    expect(refusal(none)).toEqual([404, 'TEMPLATE_REVISION_NOT_FOUND']);
    const copy = await ann.put<Row>(`${at(made.id)}/duplicate`, { name: 'In English', language: 'en' });
    expect(copy.data).toMatchObject({ language: 'en', active: false, revision: 1, purpose: 'NORMAL' });
    expect(refusal(await ann.put(`${at(made.id)}/duplicate`, { name: 'In English' }))[1]).toBe('TEMPLATE_NAME_EXISTS');
  });

  it('is there from the first minute: 65 that are active, made once', async () => {
    const { ann } = await makeSite(server.url, 'Ready');
    const made = await ann.post<Row>(`${template.path}/built-in`, {});
    expect(made.data).toEqual({ made: 65 });
    expect((await ann.post<Row>(`${template.path}/built-in`, {})).data).toEqual({ made: 0 });
    for (const [channel, count] of Object.entries({ EMAIL: 30, APP: 25, SMS: 10 })) {
      const { data } = await ann.get<Row[]>(`${template.path}?filter[channel][]=${channel}&limit=100`);
      expect(data.filter(({ active }) => active)).toHaveLength(count);
    }
    const founded = await ann.post<Row>('/unit-group', {
      name: 'Ready two',
      code: 'READY2',
      timeZone: 'Asia/Tokyo',
      parts: [],
    });
    expect(founded.status).toBe(201);
    const active = { projectId: founded.data.id, active: true };
    expect(await db().collection(collectionOf(template)).countDocuments(active)).toBe(65);
  });
});

describe('a preview', () => {
  it('shows amounts as they are, in a short message without accents, and the faults of words', async () => {
    const site = await owingSite(server.url, 'Preview');
    const asked = { unitId: site.unitId, language: 'vi' };
    const show = async (words: object) =>
      (await site.ann.post<Shown>(`${template.path}/preview`, { ...asked, ...words })).data;
    const both = '{{ notice.total | money }}={{notice.total}}';
    const mail = await show({ channel: 'EMAIL', purpose: 'NORMAL', subject: both, body: `<p>${both}</p>` });
    expect(mail.subject).toBe('50.000\u00a0₫=50.000\u00a0₫');
    expect(mail.text).toContain('50.000\u00a0₫=50.000\u00a0₫');
    const sms = await show({ channel: 'SMS', purpose: 'NORMAL', text: 'Phí “tháng” {{notice.total}}' });
    expect(sms.sms).toMatchObject({ text: 'Phi "thang" 50.000d', encoding: 'GSM7', segments: 1 });
    const wrong = await show({ channel: 'EMAIL', purpose: 'NORMAL', subject: 'x', body: '<p>{{unit.cod}}</p>' });
    expect(wrong).toMatchObject({ html: null, faults: [{ field: 'body', code: 'TEMPLATE_VARIABLE_UNKNOWN' }] });
    await site.allow({ TEMPLATE: ['read'] });
    const body = { channel: 'EMAIL', subject: '{{notice.code}}', body: '<p>x</p>' };
    // Without read permission for notices the preview shows a sample.
    const { data: sample } = await site.carl.post<Row>(`${template.path}/preview`, body);
    expect(sample).toMatchObject({ unitId: null, subject: 'TBP-2611-00042' });
  });

  it('shows a name as it is, whatever signs are in it, and no line of what there is not', async () => {
    const site = await owingSite(server.url, 'Signs');
    const one = await site.ann.get<Row>(`${resident.path}/${site.dora.id}`);
    const name = '{{unit.code}} <b>';
    await site.ann.put(`${resident.path}/${site.dora.id}`, { version: one.data.version, name });
    const banks = db().collection(collectionOf(bankAccount));
    await banks.updateMany({ projectId: site.id }, { $set: { active: false } });
    const body = '<p>{{member.name}}</p><p>No: {{bank.accountNumber}}</p><p>{{notice.qr}}</p><p>{{notice.lines}}</p>';
    const { data } = await site.ann.post<Shown>(`${template.path}/preview`, {
      channel: 'EMAIL',
      purpose: 'NORMAL',
      language: 'vi',
      subject: '{{member.name}}',
      body,
      unitId: site.unitId,
    });
    expect(data.subject).toBe(name);
    expect(data.html).toContain('{{unit.code}} &#60;b&#62;');
    expect(data.html).toContain('<table');
    expect(data.html).not.toMatch(/No:|null|undefined|cid:/);
  });

  it('names what may be put in, and what it says for a household', async () => {
    const site = await owingSite(server.url, 'Variables');
    const { data } = await site.ann.get<{ name: string; value?: string }[]>(
      `${template.path}/variables?purpose=NORMAL&channel=SMS&unitId=${site.unitId}`,
    );
    const names = data.map(one => one.name);
    for (const none of ['notice.qr', 'reminder.level', 'notice.lines']) expect(names).not.toContain(none);
    expect(data.find(one => one.name === 'notice.remaining')?.value).toBe('50.000d');
    await site.allow({ TEMPLATE: ['read'] });
    const { data: bare } = await site.carl.get<{ value?: string }[]>(`${template.path}/variables`);
    expect(bare.every(one => one.value === undefined)).toBe(true);
  });

  it('goes as a test to whoever asks, and to nobody else', async () => {
    const site = await owingSite(server.url, 'Test');
    const [one] = (
      await site.ann.get<Row[]>(
        `${template.path}?filter[purpose][]=NORMAL&filter[channel][]=EMAIL&filter[language][]=vi`,
      )
    ).data;
    expect((await site.ann.put(`${at(one?.id)}/send-test`, {})).status).toBe(200);
    const [mail] = await until(() => {
      const mails = mailsIn(server.dir).filter(({ to }) => to === site.ann.email);
      return mails.length > 0 && mails;
    });
    expect(mail?.subject).toMatch(/^\[(Thử|Test)\] /);
    expect(mail?.text).toContain('₫');
  });
});
