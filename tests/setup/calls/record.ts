import { newId } from '@lobby/server/kit/database/database.ts';
import { configureWebhookSecret, SIGNATURE_HEADER } from '@lobby/server/kit/mail/reports/routes.ts';
import { signReport } from '@lobby/server/kit/mail/reports/signature.ts';
import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { receivableReport } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { news } from '@lobby/shared/modules/news.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { reminderRule } from '@lobby/shared/modules/reminder.ts';
import { room } from '@lobby/shared/modules/room.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Row } from '../caller.ts';
import { formOf, type Samples } from '../contract/samples.ts';
import { waitingMail } from '../mail/mails.ts';
import { startPushService } from '../mail/push-service.ts';
import { signedBySns } from '../mail/signed.ts';
import { change, makeRecord } from '../records.ts';
import { callConferences } from '../samples/conferences.ts';
import { callSync } from '../samples/syncing.ts';
import type { Site } from '../world.ts';
import { callBills } from './bill.ts';
import { callBookings } from './booking.ts';
import { callHandovers } from './handover.ts';
import { callInvoices } from './invoice.ts';
import { callMoney } from './money.ts';
import { callOnline } from './online.ts';
import { callOrders } from './order.ts';
import { callReports } from './report.ts';
import { callSending } from './sending.ts';
import { callStores } from './store.ts';
import { callTasks } from './task.ts';
import { callUpkeep } from './upkeep.ts';

/** Calls the routes of modules and notifications beyond the standard ones successfully. */
export async function callOwn(site: Site, samples: Samples): Promise<void> {
  await callTasks(site, samples);
  await callRooms(site);
  await callForms(site, samples);
  await callBookings(site, samples);
  await callOrders(site, samples);
  await callNotifications(site, samples);
  await callSending(site, samples);
  await callReports(site, samples);
  await callHandovers(site, samples);
  await callStores(site, samples);
  await callOnline(site, samples);
  await callInvoices(site, samples);
  await callSync(site, samples);
}

async function callRooms({ ann, dora, unitId }: Site): Promise<void> {
  const { data } = await dora.post(`${room.path}/create`, { roomType: 'ACCOUNTING', content: 'How much is it?' });
  const at = `${room.path}/${data.id}`;
  await ann.post(`${room.path}/create`, { unitId, roomType: 'SECURITY' });
  await ann.post(`${at}/messages`, { content: 'Nothing' });
  const said = await dora.get<Row[]>(`${at}/messages`);
  await dora.put(`${at}/messages/${said.data[0]?.id}/read`);
  await ann.put(`${at}/messages/readall`);
  await ann.put(`${at}/follow`);
  await ann.put(`${at}/unfollow`);
  await ann.put(`${at}/followers`, {});
  await ann.get(`${room.path}/read-status?roomIds[]=${data.id}`);
  const [first] = (await ann.get<Row[]>(`${at}/messages`)).data;
  for (const kind of ['ticket', 'task']) await ann.post(`${at}/messages/${first?.id}/${kind}`, { title: 'Fees' });
  await ann.put(`${at}/messages/${first?.id}/withdraw`);
  await ann.get(`${room.path}/messages?q=hello`);
  await ann.get(`${room.path}/replies`);
  await dora.get('/resident/home');
  await dora.get('/resident/profile');
  await dora.post('/resident/erase-me', {});
}

async function callForms(site: Site, samples: Samples): Promise<void> {
  const { ann, dora, emil } = site;
  const { data: seen } = await dora.post(visitor.path, { name: 'Minh' });
  await ann.post(`${visitorPass.path}/check`, { code: seen.passCode });
  const { data: pass } = await dora.get(`${visitorPass.path}/${seen.passId}`);
  await ann.get(`/pass/${pass.token}`);
  await ann.put(`/pass/${pass.token}`, { plate: '29A-123.45' });
  await ann.put(`/form-data/visitor/${seen.id}`, { version: 2, purpose: 'A visit' });
  await ann.put(`${visitor.path}/${seen.id}/approve`, {});
  await ann.post(`${visitor.path}/create-multi`, { visitors: [{ name: 'Lan', destination: 'Office' }] });
  const { id } = await samples.record(guest);
  await ann.get(`${guest.path}/${id}/history`);
  await ann.get('/form-data/guest-unit');
  await ann.get(`${visitor.path}/${seen.id}/watch`);
  const other = await dora.post(visitor.path, { name: 'Tú' });
  await ann.put(`${visitor.path}/${other.data.id}/reject`, { reason: 'Not today' });
  for (const act of ['approve', 'reject']) {
    const {
      unitId: _unit,
      residentId: _who,
      staffNote: _note,
      attachments: _files,
      ...move
    } = await samples.input(elevatorReservation.fields);
    const { data } = await emil.post(elevatorReservation.path, move);
    await ann.put(`${elevatorReservation.path}/${data.id}/${act}`, { reason: 'Because it is so' });
  }
  const kept = await samples.record(parcel);
  await dora.get(`${parcel.path}/${kept.id}/code`);
  const items = [{ photos: [await samples.upload()] }];
  await ann.post(`${parcel.path}/many`, { unitId: site.unitId, items });
  await callNotices({ id: site.id, unitId: site.unitId, ann, dora }, samples);
  await callBooks({ ann, unitId: site.unitId }, samples);
  for (const form of [elevatorReservation, constructionRegistration]) {
    await ann.get(`${form.path}/regulation`);
    await ann.get(`${form.path}/calendar?from=2026-12-01&to=2026-12-02`);
  }
  const sending = `/unit-group/${site.id}/sending`;
  const set = (await ann.get(sending)).data;
  await ann.put(sending, { version: set.version, senderName: 'Hoa Sen' });
  await ann.get(`${sending}/email`);
  await ann.post(`${sending}/email/verify`);
  const reception = `/unit-group/${site.id}/reception`;
  const { version } = (await ann.get(reception)).data;
  await ann.put(reception, { version, worksRules: { text: { en: 'No drilling at noon' } } });
  await ann.get(`${reception}/retention`);
  await ann.get('/vehicle/summary?month=2026-01');
  const { id: flowId } = await samples.record(approvalFlow);
  await ann.get(`${approvalFlow.path}/${flowId}/progress`);
  for (const own of ['count-badges', 'waiting']) await ann.get(`${approvalFlow.path}/${own}`);
  await ann.get(`${cardRegistration.path}/${(await samples.record(cardRegistration)).id}/outcome`);
  await ann.put(`${constructionRegistration.path}/${(await samples.record(constructionRegistration)).id}/reveal`, {});
  const { target: _target, unitId, ...values } = await samples.input(cardRegistration.fields);
  for (const target of ['vehicle', 'resident'])
    await ann.post(`${cardRegistration.path}/${target}`, { ...values, unitId });
}

/** Readings of meters, and usages without a meter. */
async function callUsages(
  ann: Site['ann'],
  unitId: string,
  read: { month: unknown; serviceId: unknown; rows: object[] },
): Promise<void> {
  for (const call of ['check', 'save-from-to']) await ann.post(`${usage.path}/${call}`, read);
  const told = await ann.post(service.path, { code: 'TOLD', name: 'Told', group: 'OTHER', source: 'NUMBER' });
  const rows = [{ unitId, usageNumber: 3 }];
  await ann.post(`${usage.path}/save-number-use`, { serviceId: told.data.id, month: read.month, rows });
}

async function callBooks({ ann, unitId }: Pick<Site, 'ann' | 'unitId'>, samples: Samples): Promise<void> {
  const { serviceId, month, meterId } = await samples.record(usage);
  await ann.get(`${usage.path}/sheet?serviceId=${serviceId}&month=${month}`);
  await callUsages(ann, unitId, { serviceId, month, rows: [{ meterId, newIndex: 12 }] });
  for (const call of ['summary', 'count']) await ann.get(`${parking.path}/${call}?month=${month}`);
  await ann.get(`${receivableReport.path}?year=2026`);
  await ann.get(`${receivableReport.path}/export?year=2026`);
  for (const report of ['operational', 'advance-payment']) {
    const { status, text } = await ann.get(`/statistics/${report}?from=2026-01-01&to=2026-01-31`);
    if (status !== 200) throw new Error(text);
  }
  await ann.get('/statistics/operational/export?from=2026-01-01&to=2026-01-31');
  await callBills({ ann }, samples, serviceId);
  const { id: fundId } = await samples.record(fund);
  const rows = [{ unitId: await samples.ref('unit'), amount: 1000 }];
  const many = { rows, kind: 'CASH', fundId, accountingDate: '2026-01-02', surplusTo: 'UNIT_ACCOUNT' };
  await ann.post('/payment/multi', many);
  await ann.post('/payment/multi/preview', many);
  const paying = await samples.ref('unit');
  await ann.get(`/payment/unit/${paying}`);
  await ann.post('/payment/preview', { unitId: paying, amount: 1000 });
  const methods = [{ kind: 'CASH', fundId, amount: 1000 }];
  await ann.post('/payment/single', { unitId: paying, methods, surplusTo: 'UNIT_ACCOUNT' });
  const { id } = await samples.record(billRun);
  await change(billRun, id, { status: 'RUNNING' });
  await ann.put(`${billRun.path}/${id}/pause`);
  await ann.put(`${billRun.path}/${id}/resume`);
  await ann.get(`${billRun.path}/scope?month=${month}`);
  await ann.get(`${billRun.path}/${id}/items`);
  await ann.get(`${billRun.path}/${id}/export`);
  await ann.post(billRun.path, { month: '2026-01', serviceIds: [await samples.ref('service')], dryRun: true });
  await ann.put(`${billRun.path}/${id}/release`, {});
  await ann.put(`${billRun.path}/${id}/discard`, { reason: 'Not yet' });
  await ann.post(`${template.path}/built-in`, {});
  const sending = await samples.record(noticeRun);
  await ann.get(`${noticeRun.path}/${sending.id}/plan`);
  // A sample sending is for a published notice.
  const published = await samples.record(feeNotice);
  await change(feeNotice, published.id, { status: 'PUBLISHED' });
  const tried = await ann.post<Row>(noticeRun.path, { month: published.month });
  await ann.post(`${noticeRun.path}/${tried.data.id}/test`, {});
  await change(noticeRun, sending.id, { status: 'COMPLETED' });
  await ann.put(`${noticeRun.path}/${sending.id}/resend`, {});
  await ann.get(`${noticeDelivery.path}/figures`);
  await samples.record(reminderRule, { kind: 'REMIND_DEBT_1' });
  await ann.get('/fee-notice/reminder-plan?day=2026-12-20');
  const words = await samples.record(template, { channel: 'EMAIL', purpose: 'NORMAL' });
  const at = `${template.path}/${words.id}`;
  const { data: changed } = await ann.put<Row>(at, { version: 1, body: '<p>Other words</p>' });
  await ann.put(`${at}/restore-revision`, { version: changed.version, revision: 1 });
  await ann.get(`${at}/revisions`);
  await ann.get(`${at}/revisions/1`);
  await ann.put(`${at}/duplicate`, { name: 'Another of them' });
  await ann.put(`${at}/send-test`, {});
  await ann.post(`${template.path}/preview`, { channel: 'EMAIL', subject: 'A', body: '<p>B</p>' });
  await ann.get(`${template.path}/variables?purpose=NORMAL&channel=SMS`);
  const lived = await samples.record(feeNotice, { unitId, month: '2026-09' });
  const result = await samples.record(noticeDelivery, { noticeId: lived.id });
  await change(noticeDelivery, result.id, { status: 'FAILED' });
  await ann.put(`${noticeDelivery.path}/${result.id}/resend`, {});
  await change(noticeDelivery, result.id, { status: 'SEND', channel: 'EMAIL', mailId: await waitingMail() });
  await ann.put(`${noticeDelivery.path}/${result.id}/stop`, { detail: 'Too early' });
  const statement = formOf([
    { name: 's.csv', body: Buffer.from(`Ngày;Ghi có;Nội dung\n2026-10-01;5000;Phí ${result.id}`) },
  ]);
  const bankAccountId = await samples.ref('bank-account');
  await ann.post(`${bankStatement.path}/preview?bankAccountId=${bankAccountId}`, statement);
  const read = await ann.post(`${bankStatement.path}?bankAccountId=${bankAccountId}`, statement);
  const autoPost = { CONTENT: true, VIRTUAL_ACCOUNT: true, PAYER: false };
  await ann.put(`${bankStatement.path}/profile/${bankAccountId}`, { autoPost });
  await ann.get(`${bankStatement.path}/profile/${bankAccountId}`);
  await ann.get(`${bankStatement.path}/balances`);
  await ann.get(`${bankStatement.path}/sample?format=CSV&bankAccountId=${bankAccountId}`);
  await ann.put(`${bankStatementLine.path}/rematch`, { isAll: true });
  if (read.status !== 201) throw new Error(read.text);
  await callMoney({ ann }, samples);
  await callUpkeep({ ann }, samples);
  await ann.get('/cashbook?from=2026-01-01&to=2026-01-31');
  await ann.post(`${tariff.path}/preview`, { version: { pricing: 'UNIT_PRICE', unitPrice: 5 }, quantity: 2 });
  await ann.get(`${tariff.path}/templates`);
  const priced = await samples.ref('tariff');
  await ann.get(`${service.path}/dates?month=2026-11`);
  const [first, second] = [await samples.record(service), await samples.record(service)];
  await ann.put(`${service.path}/${second.id}/move`, { beforeId: first.id });
  const registered = { serviceId: first.id, unitIds: [await samples.ref('unit')], startDate: '2026-01-01' };
  await ann.post(`${serviceRegistration.path}/register-multi`, registered);
  await ann.get(`${serviceRegistration.path}/units/${await samples.ref('unit')}`);
  await ann.get(`${serviceRegistration.path}/marks`);
  await ann.put(`${service.path}/settings`, { version: 1, outlierPercent: 35 });
  await ann.get(`${tariff.path}/${priced}/versions`);
  await ann.post(`${tariff.path}/${priced}/copy`, { code: 'COPIED', name: 'A copied tariff' });
  await ann.post(`${tariff.path}/from-template`, { template: 'power', name: 'Power', effectiveFrom: '2026-01-01' });
  await ann.post(lockDate.path, { lockDataAt: '1991-02-02' });
  await ann.post(`${lockDate.path}/update`, { prevLockDataAt: '1991-02-02', lockDataAt: '1991-02-03' });
  await ann.post('/transaction-lock-date', { transactionLockDate: '1991-02-03' });
  await ann.get(`${lockDate.path}/list`);
  await ann.get(`${lockDate.path}/open?kind=RECEIVABLE&until=1991-02-03`);
}

async function callNotices(
  { id: site, unitId, ann, dora }: Pick<Site, 'id' | 'unitId' | 'ann' | 'dora'>,
  samples: Samples,
): Promise<void> {
  const { id } = await samples.record(announcement);
  await ann.get(`${announcement.path}/${id}/recipients`);
  await ann.post(`${announcement.path}/recipients`, { sendTypes: ['EMAIL'] });
  await ann.post(`${announcement.path}/${id}/test`, {});
  await change(announcement, id, { status: 'SENT' });
  await ann.put(`${announcement.path}/${id}/resend`, {});
  await ann.post(`${announcement.path}/${id}/duplicate`);
  const told = { announcementId: id, residentId: dora.id, unitId, channel: 'APP' };
  await makeRecord(site, announcementDelivery, told, { status: 'DELIVERIED' });
  await dora.put(`${announcement.path}/${id}/acknowledge`, {});
  const asked = await samples.record(poll);
  const { data: opened } = await ann.put<{ options: { id: string }[] }>(`${poll.path}/${asked.id}/publish`, {});
  await dora.put(`${poll.path}/${asked.id}/vote`, { optionIds: [opened.options[0]?.id] });
  await ann.get(`${poll.path}/${asked.id}/turnout`);
  // The opening is still being announced: a reminder would be refused.
  await change(poll, asked.id, { telling: null });
  await ann.post(`${poll.path}/${asked.id}/remind`);
  await dora.get(`${poll.path}/${asked.id}/results`);
  await dora.get(`${poll.path}/${asked.id}/vote`);
  await callConferences({ ann, dora }, samples);
}

async function callNotifications({ ann, ben }: Site, samples: Samples): Promise<void> {
  const secret = 'a-secret-of-reports';
  const { whole, certificate } = signedBySns('topic', '{}', new Date());
  configureWebhookSecret(secret, ['topic'], async () => certificate);
  const at = new Date().toISOString();
  const mail = { events: [{ id: newId(), type: 'delivered', at, messageId: newId() }] };
  const sms = { events: [{ id: newId(), status: 'delivered', at, requestId: newId() }] };
  const signed = (body: unknown) => ({ [SIGNATURE_HEADER]: signReport(secret, JSON.stringify(body), new Date()) });
  await ann.post('/webhooks/email/generic', mail, signed(mail));
  await ann.post('/webhooks/email/ses', JSON.stringify(whole), { 'Content-Type': 'text/plain' });
  const raw = 'Subject: Away\r\n\r\nHello';
  const header = signReport(secret, raw, new Date());
  await ann.post('/webhooks/email/raw', raw, { 'Content-Type': 'text/plain', [SIGNATURE_HEADER]: header });
  await ann.post('/webhooks/sms/generic', sms, signed(sms));
  await ann.get(`/webhooks/sms/esms?key=${secret}&RequestId=${newId()}&SendStatus=5`);
  await ann.post(`/webhooks/sms/esms?key=${secret}&RequestId=${newId()}&SendStatus=5`);
  const article = await samples.record(news);
  await ann.post(`${news.path}/${article.id}/duplicate`);
  await ann.get(`${news.path}/${article.id}/reach`);
  const asked = await samples.record(ticket);
  await ben.put(`${ticket.path}/${asked.id}/assign`, { employeeId: ann.id });
  const [told] = (await ann.get<Row[]>('/histories/pms')).data;
  await ann.call('PATCH', `/histories/${told?.id}/read`);
  const deviceToken = (await startPushService()).subscribe('office');
  const { data } = await ann.post('/installations', { deviceToken, deviceType: 'browser' });
  await ann.post('/installations/test');
  await ann.delete(`/installations/${data.id}`);
}
