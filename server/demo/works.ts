import { DAY_MS, dayOf, HOUR_MS, VIETNAM } from '@lobby/shared/kit/dates.ts';
import {
  type ConstructionRegistration,
  constructionRegistration,
} from '@lobby/shared/modules/construction-registration.ts';
import type { WorkType } from '@lobby/shared/modules/reception-settings.ts';
import type { visitor } from '@lobby/shared/modules/visitor.ts';
import { codesOf, demoId, idsOf, type Made, recordOf } from './documents.ts';
import { flowOfWorks } from './flows.ts';
import type { Home } from './homes.ts';
import { phoneOf } from './names.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const dayText = (at: Date) => dayOf(at, VIETNAM);
/** An hour (UTC) of the day `days` from now. */
const momentOf = (now: Date, days: number, hour: number) =>
  new Date(Date.parse(`${dayText(new Date(now.getTime() + days * DAY_MS))}T00:00:00Z`) + hour * HOUR_MS);

const WORKS: readonly (readonly [content: string, contractor: string, type: WorkType])[] = [
  ['Lát lại sàn gỗ phòng khách', 'Nội thất An Khang', 'FINISHING'],
  ['Cải tạo nhà vệ sinh', 'Xây dựng Minh Đức', 'REPAIR'],
  ['Lắp tủ bếp', 'Bếp Việt Á', 'INSTALLATION'],
  ['Sơn lại toàn bộ căn hộ', 'Sơn Hoàng Gia', 'FINISHING'],
  ['Lắp cửa lưới an toàn ban công', 'Cửa lưới Hoà Phát', 'INSTALLATION'],
  ['Đập vách ngăn phòng ngủ', 'Thạch cao Đại Nam', 'DEMOLITION'],
];

type Visit = Pick<Made<typeof visitor>, 'constructionId' | 'status'>;
interface Works {
  status: ConstructionRegistration['status'];
  from: number;
  days: number;
  deposit: ConstructionRegistration['depositStatus'];
  more?: Partial<Made<typeof constructionRegistration>>;
}
const form = (
  status: Works['status'],
  from: number,
  days: number,
  deposit: Works['deposit'],
  more: Works['more'] = {},
): Works => ({ status, from, days, deposit, more });

const STOPPED = { stopped: true, stopReason: 'Khoan tường ngoài giờ quy định.' };
const KEPT = { withoutRefund: true, withoutRefundReason: 'Giữ đến khi sửa xong vết nứt ở hành lang.' };
/** Current registrations. */
const NOW: readonly Works[] = [
  form('COMPLETED', -30, 12, 'DEPOSITED', KEPT),
  form('REJECTED', -8, 5, 'NONE', { reason: 'Bản vẽ đục vào tường chịu lực.' }),
  form('CANCELLED', -6, 4, 'DEPOSITED', { reason: 'Chủ hộ đổi nhà thầu.' }),
  form('WAITING', 4, 12, 'WAIT_FOR_DEPOSIT'),
  form('WAITING', 6, 5, 'DEPOSITED'),
  form('WAITING', 3, 2, 'NONE'),
  form('APPROVED', 2, 20, 'DEPOSITED'),
  form('APPROVED', 5, 10, 'NONE'),
  form('APPROVED', 9, 14, 'DEPOSITED', { noisy: true }),
  form('APPROVED', 1, 3, 'NONE'),
  form('IN_PROGRESS', -5, 15, 'DEPOSITED', { noisy: true }),
  form('IN_PROGRESS', -3, 9, 'DEPOSITED', { hotWork: true }),
  form('IN_PROGRESS', -12, 14, 'DEPOSITED', STOPPED),
  form('IN_PROGRESS', -9, 6, 'NONE', { late: true, endTold: 'OVER' }),
];

/** Deposit fields by deposit status. */
function depositOf(
  { deposit: depositStatus, status }: Works,
  at: Date,
  ended: Date,
  payer: string,
): Partial<Made<typeof constructionRegistration>> {
  const taken = depositStatus === 'DEPOSITED' || depositStatus === 'REFUNDED';
  const back = depositStatus === 'REFUNDED';
  const paid = new Date(at.getTime() + DAY_MS / 2);
  const depositAmount = depositStatus === 'NONE' ? 0 : 10_000_000;
  return {
    depositAmount,
    depositStatus,
    ...(taken && { depositMethod: 'TRANSFER', depositPaidOn: dayText(paid), depositPayer: payer }),
    depositConfirmedAt: taken && status !== 'WAITING' ? new Date(paid.getTime() + HOUR_MS) : null,
    ...(back && { refundAmount: depositAmount, refundMethod: 'TRANSFER', refundedOn: dayText(ended) }),
  };
}

const worker = (site: Site, n: number, name: string, job: string) => ({
  id: demoId('worker', site.key, n),
  name,
  job,
  phone: phoneOf(site.phones + 87_000 + n),
  identifier: `00109${String(1_000_000 + n)}`,
});

/** Sets the number of workers who are inside according to the visits. */
export const withWorkers = (works: readonly Made<typeof constructionRegistration>[], visits: readonly Visit[]) =>
  works.map(work => ({
    ...work,
    insideNow: visits.filter(({ constructionId, status }) => constructionId === work._id && status === 'IN_PROGRESS')
      .length,
  }));

/** Construction registrations of units in each status. */
export function worksOf(
  site: Site,
  homes: readonly Home[],
  team: readonly Colleague[],
  now: Date,
): Made<typeof constructionRegistration>[] {
  const id = idsOf('construction-registration', site.key);
  const random = randomOf(`works ${site.key}`);
  const lived = homes.filter(home => home.people.length > 0);
  const past = site.key === 'banmai' ? 4 : 38;
  const gone = (n: number): Works => {
    const from = -((past - n) * 6 + 20);
    return n % 9 === 4
      ? form('CANCELLED', from, 10, 'NONE', { reason: 'Chủ hộ hoãn sang quý sau.' })
      : form('COMPLETED', from, 10, 'REFUNDED');
  };
  const all: Works[] = [...Array.from({ length: past }, (_, n) => gone(n)), ...NOW];
  const codeOf = codesOf(constructionRegistration.prefix);
  return all.map((works, n) => {
    const { status, from, days, more } = works;
    const home = random.pick(lived);
    const [content, contractorName, workType] = WORKS[n % WORKS.length] ?? WORKS[0] ?? ['', '', 'OTHER'];
    const at = new Date(now.getTime() + Math.min(from - 6, -1) * DAY_MS - (all.length - n) * 60_000);
    const begun = status === 'IN_PROGRESS' || status === 'COMPLETED';
    const [start, end] = [momentOf(now, from, 1), momentOf(now, from + days, 10)];
    const workers = [
      worker(site, n * 2, 'Nguyễn Văn Thắng', 'Thợ cả'),
      worker(site, n * 2 + 1, 'Lê Đình Hậu', 'Thợ phụ'),
    ];
    return recordOf(constructionRegistration, site.id, id(n), at, {
      status,
      ...(status === 'WAITING' && flowOfWorks(site, team, now, n === past + 4 ? 1 : 0, n === past + 5)),
      code: codeOf(at),
      unitId: home.id,
      blockId: home.blockId,
      floorId: home.floorId,
      residentId: home.people[0]?.id ?? '',
      registrantRole: 'HOUSEHOLDER',
      workType,
      content,
      contractorName,
      contractorPhone: phoneOf(site.phones + 85_000 + n),
      expectedStartAt: start,
      expectedEndAt: end,
      workers,
      workerCount: workers.length,
      regulationAgreed: true,
      regulationEdition: 0,
      ...depositOf(works, at, end, home.people[0]?.name ?? 'Chủ hộ'),
      actualStartAt: begun ? start : null,
      actualEndAt: status === 'COMPLETED' ? end : null,
      ...more,
      ...(more?.stopped && { stoppedAt: new Date(now.getTime() - 5 * HOUR_MS) }),
    });
  });
}
