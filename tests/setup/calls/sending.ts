import { db, newId } from '@lobby/server/kit/database/database.ts';
import { intoFolder } from '@lobby/server/kit/mail/kept.ts';
import { keptMessages } from '@lobby/server/kit/mail/state.ts';
import { changeProject, projects } from '@lobby/server/platform/projects/projects.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { employee } from '@lobby/shared/modules/employee.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { reminderRule } from '@lobby/shared/modules/reminder.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Row } from '../caller.ts';
import { until } from '../client/socket-client.ts';
import type { Samples } from '../contract/samples.ts';
import { change, rowsIn } from '../records.ts';
import { inDays } from '../time/days.ts';
import type { Site } from '../world.ts';

/** Calls the routes of notices beyond the standard ones successfully. */
async function callNotices({ ann, id: projectId }: Site, samples: Samples): Promise<void> {
  const month = '2026-11';
  await ann.post(`${feeNotice.path}/build`, { month });
  // Large months are built in the background.
  const run = { _id: newId(), projectId, next: 0, items: [], asked: { month }, state: 'DONE' };
  const outcome = { units: 0, made: 0, rebuilt: 0, known: 0, sum: 0, skipped: [] };
  await db()
    .collection<{ _id: string }>('feeNoticeBuilds')
    .insertOne({ ...run, outcome } as { _id: string });
  await ann.get(`${feeNotice.path}/build/${run._id}`);
  await ann.get(`${feeNotice.path}/build/${run._id}/items`);
  const notice = await samples.record(feeNotice);
  await ann.get(`${feeNotice.path}/papers?ids[]=${notice.id}`);
  await ann.get(`${feeNotice.path}/pdf?ids[]=${notice.id}`);
  await ann.get(`${feeNotice.path}/${notice.id}/pdf?language=ja`);
  await ann.get(`${feeNotice.path}/${notice.id}/preview`);
  await ann.get(`${feeNotice.path}/pages?ids[]=${notice.id}`);
  await ann.get(`${feeNotice.path}/month/${month}`);
  const { data: printing } = await ann.post<Row>(`${feeNotice.path}/print`, { ids: [notice.id] });
  const printed = `${feeNotice.path}/print/${printing.id}`;
  await until(async () => (await ann.get<Row>(printed)).data.state === 'DONE');
  await ann.get(`${printed}/file`);
  await ann.get(`${feeNotice.path}/units/${notice.unitId}`);
  await ann.get(`${feeNotice.path}/${notice.id}/revisions`);
  await ann.get(`${feeNotice.path}/${notice.id}/next`);
  await ann.get(`${feeNotice.path}/${notice.id}/left`);
  const [owing] = (await ann.get<Row[]>(`${bill.path}?filter[paymentState][]=UNPAID&filter[status][]=ACTIVE`)).data;
  await change(feeNotice, notice.id, { totalPayment: 5000, month: '2026-12', lines: [{ billId: owing?.id }] });
  await ann.get(`${feeNotice.path}/${notice.id}/qr`);
  // A unit with a notice that is four days overdue.
  const { id: unitId } = await samples.record(unit);
  const late = await samples.record(feeNotice, { unitId });
  const on = (days: number) => inDays(days);
  await change(feeNotice, late.id, { status: 'PUBLISHED', month: '2026-12', dueDate: on(-4), day: on(-10) });
  await samples.record(reminderRule, { kind: 'REMIND_DEBT_1' });
  await ann.get('/fee-notice/reminder-plan/month?month=2026-12');
  await ann.get('/fee-notice/reminder-plan/export');
  await ann.post('/fee-notice/reminder-plan/send', { unitIds: [unitId] });
}

/** Calls the routes of sending and document templates beyond the standard ones successfully. */
export async function callSending(site: Site, samples: Samples): Promise<void> {
  const { ann, id: projectId } = site;
  await callNotices(site, samples);
  const chosen = { isAll: true, channels: ['EMAIL', 'PRINT'], paidToo: true, resend: true };
  await ann.post(`${feeNotice.path}/send/check`, chosen);
  const { data: run } = await ann.post(`${feeNotice.path}/send`, chosen);
  await ann.get(`${noticeRun.path}/${run.id}/left-out`);
  const [issued] = (await ann.get<Row[]>(`${feeNotice.path}?filter[status][]=PUBLISHED`)).data;
  await ann.post(`${feeNotice.path}/${issued?.id}/send-preview`, { channel: 'PRINT' });
  await ann.post(`${feeNotice.path}/${issued?.id}/send-test`, { channel: 'EMAIL' });
  const sms = `/unit-group/${projectId}/sending/sms`;
  await ann.get(sms);
  const project = await projects().findOne({ _id: projectId });
  const features = { ...project?.features, SMS: true };
  await changeProject(
    projectId,
    project?.version ?? 1,
    { features },
    { actor: { id: ann.id, name: 'Ann' }, now: new Date() },
  );
  await change(employee, ann.id, { phone: '+84912345678' });
  await ann.post(`${sms}/verify`, {});
  await ann.get(`${resident.path}/mail-marks?unitId=${site.unitId}`);
  const result = await samples.record(noticeDelivery);
  await ann.get(`${noticeDelivery.path}/reach`);
  await ann.get(`${noticeDelivery.path}/${result.id}/content`);
  await ann.get(`${noticeDelivery.path}/statistics?from=2026-01-01&to=2026-12-31&by=month`);
  const look = await samples.record(reportTemplate);
  await ann.put(`${reportTemplate.path}/${look.id}/duplicate`, { name: 'The same look' });
  await ann.get(`${reportTemplate.path}/${look.id}/revisions`);
  await ann.put(`${reportTemplate.path}/${look.id}/restore-revision`, { version: look.version, revision: 1 });
  await ann.post(`${reportTemplate.path}/preview-pages`, { documentType: 'RECEIPT' });
  await ann.post(`${reportTemplate.path}/preview`, { documentType: 'CASHBOOK' });
  await rowsIn('installation').insertOne({ _id: 'demo', state: 'loaded' });
  const id = newId();
  await intoFolder(keptMessages()?.dir ?? '')({
    id,
    from: { name: 'A', address: 'a@b.test' },
    to: 'c@d.test',
    at: new Date(),
    subject: 'S',
    text: 'T',
    html: '<p>T</p>',
    projectId,
    bulk: true,
    files: [{ name: 'a.pdf', type: 'application/pdf', content: 'JVBERi0=' }],
  });
  await ann.get('/outbox/messages');
  await ann.get(`/outbox/messages/${id}`);
  await ann.get(`/outbox/messages/${id}/raw`);
  await ann.get(`/outbox/messages/${id}/attachments/0`);
  await ann.post(`/outbox/messages/${id}/answer`, { as: 'deliver' });
  await rowsIn('installation').deleteOne({ _id: 'demo' });
}
