import {
  type ConstructionRegistration,
  constructionRegistration,
} from '@lobby/shared/modules/construction-registration.ts';
import { codesOf, idsOf, type Made, recordOf } from './documents.ts';
import { flowOfWorks } from './flows.ts';
import type { Home } from './homes.ts';
import { phoneOf } from './names.ts';
import { randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const dayText = (now: Date, days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);

const WORKS = [
  ['Lát lại sàn gỗ phòng khách', 'Nội thất An Khang'],
  ['Cải tạo nhà vệ sinh', 'Xây dựng Minh Đức'],
  ['Lắp tủ bếp', 'Bếp Việt Á'],
  ['Sơn lại toàn bộ căn hộ', 'Sơn Hoàng Gia'],
  ['Lắp cửa lưới an toàn ban công', 'Cửa lưới Hoà Phát'],
  ['Thi công trần thạch cao', 'Thạch cao Đại Nam'],
] as const;

type Works = readonly [
  status: ConstructionRegistration['status'],
  from: number,
  days: number,
  deposit: ConstructionRegistration['depositStatus'],
];
const WORKS_NOW: readonly Works[] = [
  ['WAITING', 4, 12, 'WAIT_FOR_DEPOSIT'],
  ['WAITING', 6, 5, 'DEPOSITED'],
  ['WAITING', 3, 2, 'NONE'],
  ['APPROVED', 2, 20, 'DEPOSITED'],
  ['IN_PROGRESS', -5, 15, 'DEPOSITED'],
  ['IN_PROGRESS', -12, 14, 'DEPOSITED'],
  ['IN_PROGRESS', -2, 6, 'NONE'],
];

/** Works in units, in each state. */
export function worksOf(
  site: Site,
  homes: readonly Home[],
  team: readonly Colleague[],
  now: Date,
): Made<typeof constructionRegistration>[] {
  const id = idsOf('construction-registration', site.key);
  const random = randomOf(`works ${site.key}`);
  const own = homes.filter(home => home.people.length > 0);
  const past = site.key === 'banmai' ? 4 : 38;
  const all: Works[] = [
    ...Array.from(
      { length: past },
      (_, n): Works => [
        n % 9 === 4 ? 'CANCELLED' : 'COMPLETED',
        -((past - n) * 6 + 20),
        10,
        n % 9 === 4 ? 'NONE' : 'REFUNDED',
      ],
    ),
    ...WORKS_NOW,
  ];
  const codeOf = codesOf(constructionRegistration.prefix);
  return all.map(([status, from, days, depositStatus], n) => {
    const home = random.pick(own);
    const [content, contractorName] = WORKS[n % WORKS.length] ?? WORKS[0];
    const at = new Date(now.getTime() + Math.min(from - 6, -1) * DAY - (all.length - n) * 60_000);
    const taken = depositStatus === 'DEPOSITED' || depositStatus === 'REFUNDED';
    const deposit = depositStatus === 'NONE' ? null : 10_000_000;
    const begun = status === 'IN_PROGRESS' || status === 'COMPLETED';
    const ended = new Date(now.getTime() + (from + days) * DAY);
    return recordOf(constructionRegistration, site.id, id(n), at, {
      status,
      ...(status === 'WAITING' && flowOfWorks(site, team, now, n === all.length - 6 ? 1 : 0, n === all.length - 5)),
      code: codeOf(at),
      unitId: home.id,
      residentId: home.people[0]?.id ?? null,
      registrantName: home.people[0]?.name ?? 'Chủ hộ',
      registrantRole: 'HOUSEHOLDER',
      content,
      contractorName,
      contractorPhone: phoneOf(site.phones + 85_000 + n),
      startDate: dayText(now, from),
      endDate: dayText(now, from + days),
      workers: [
        { workerName: 'Nguyễn Văn Thắng', job: 'Thợ cả' },
        { workerName: 'Lê Đình Hậu', job: 'Thợ phụ' },
      ],
      regulationAgreed: true,
      deposit,
      depositStatus,
      depositMethod: taken ? 'TRANSFER' : null,
      depositedAt: taken ? new Date(at.getTime() + DAY / 2) : null,
      depositConfirmedAt: taken && status !== 'WAITING' ? new Date(at.getTime() + DAY / 2 + HOUR) : null,
      refundAmount: depositStatus === 'REFUNDED' ? deposit : null,
      refundedAt: depositStatus === 'REFUNDED' ? ended : null,
      stopped: n === all.length - 2,
      startedAt: begun ? new Date(now.getTime() + from * DAY) : null,
      completedAt: status === 'COMPLETED' ? ended : null,
      reason:
        status === 'CANCELLED'
          ? 'Chủ hộ hoãn sang quý sau.'
          : n === all.length - 2
            ? 'Khoan tường ngoài giờ quy định.'
            : null,
    });
  });
}
