import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { type Period, type ReportShape, report } from '@lobby/shared/modules/report.ts';
import { READY } from '@lobby/shared/modules/report-ready.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';

type ReportSeed = readonly [name: string, folder: string, of: string, change: Partial<ReportShape>, shared: boolean];

const during = (field: string, period: Period): ReportShape['filters'][number] => ({
  field,
  values: null,
  from: null,
  to: null,
  period,
});
const by = (field: string): ReportShape['groups'][number] => ({ field, step: null });
const OWED = { field: 'paymentState', values: 'UNPAID,PARTIAL_PAID', from: null, to: null, period: null };

const REPORTS: readonly ReportSeed[] = [
  [
    'Nợ theo block tháng trước',
    'Công nợ',
    'owedByUnit',
    { groups: [by('unitId.blockId'), by('serviceId')], filters: [OWED, during('month', 'PREVIOUS_MONTH')] },
    true,
  ],
  [
    'Yêu cầu quý này',
    'Dịch vụ',
    'ticketsByType',
    { filters: [during('createdAt', 'THIS_QUARTER')], groups: [by('typeId'), by('status')] },
    true,
  ],
  ['Khách tháng trước', 'Lễ tân', 'visitsByDay', { filters: [during('actualInAt', 'PREVIOUS_MONTH')] }, true],
  ['Phiếu thu theo ngày', 'Kế toán', 'receiptsByDay', {}, true],
  ['Bảo trì theo hệ thống', 'Kỹ thuật', 'worksOfUpkeep', {}, true],
  ['Việc của từng phòng', 'Quản lý', 'tasksByDepartment', {}, false],
  ['Điểm đánh giá', 'Quản lý', 'ratingsByType', {}, false],
];

/** Saved reports of a project. */
export function reportsOf(site: Site, team: readonly Colleague[], now: Date): Made<typeof report>[] {
  const id = idsOf('report', site.key);
  const ownerId = team.find(({ positions }) => positions.includes('admin'))?.id ?? null;
  return REPORTS.flatMap(([name, folder, of, change, isShared], n) => {
    const shape: ReportShape | undefined = READY.find(({ key }) => key === of);
    if (!shape) return [];
    const { source, columns, filters, groups, totals, sorts, limit } = { ...shape, ...change };
    const at = new Date(now.getTime() - (40 - n) * DAY_MS);
    return [
      recordOf(report, site.id, id(n), at, {
        name,
        folder,
        source,
        columns,
        groups,
        totals,
        sorts,
        limit,
        filters,
        ownerId,
        shared: isShared ? 'TEAM' : 'PRIVATE',
        privateToId: isShared ? null : ownerId,
        runs: n + 1,
        lastRunAt: new Date(now.getTime() - (n + 1) * DAY_MS),
      }),
    ];
  });
}
