import type { Measure, Period, ReportShape, Step } from './report.ts';

type Group = string | readonly [field: string, step: Step];
interface Ready extends ReportShape {
  key: string;
}

/** Builds a grouped report: number of records, and totals of fields. */
function ready(
  key: string,
  source: ReportShape['source'],
  groups: readonly Group[],
  totals: readonly (readonly [Measure, string])[] = [],
  filters: readonly { field: string; values?: string; period?: Period }[] = [],
): Ready {
  return {
    key,
    source,
    columns: [],
    sorts: [],
    limit: null,
    groups: groups.map(group =>
      typeof group === 'string' ? { field: group, step: null } : { field: group[0], step: group[1] },
    ),
    totals: [{ measure: 'COUNT', field: null }, ...totals.map(([measure, field]) => ({ measure, field }))],
    filters: filters.map(filter => ({ values: null, period: null, ...filter, from: null, to: null })),
  };
}

const VALID = { field: 'status', values: 'NOT_CANCELED' };
const WORKING = { field: 'status', values: 'IN_PROGRESS' };
const INSPECTIONS = [
  { field: 'kind', values: 'INSPECTION' },
  { field: 'status', values: 'SCHEDULED,IN_PROGRESS,ON_HOLD' },
];

/** Predefined reports; they can be copied, not edited. */
export const READY: readonly Ready[] = [
  ready('residentsByRole', 'resident', ['unitId.blockId', 'role'], [], [{ field: 'living', values: 'true' }]),
  ready('residentsByYear', 'resident', ['unitId.blockId', 'ageBand'], [], [{ field: 'living', values: 'true' }]),
  ready('unitsByState', 'unit', ['state', 'type']),
  ready(
    'contractsByEnd',
    'rental-contract',
    [['expiryDate', 'MONTH'], 'unitId.blockId'],
    [],
    [
      { field: 'status', values: 'ACTIVE' },
      { field: 'expiryDate', period: 'NEXT_60_DAYS' },
    ],
  ),
  ready('ticketsByType', 'ticket', ['typeId', ['createdAt', 'MONTH']]),
  ready('ticketsByEmployee', 'ticket', ['assigneeId', 'status'], [], [{ field: 'overdue', values: 'true' }]),
  ready('ratingsByType', 'ticket', ['typeId'], [['MEAN', 'rating']], [{ field: 'status', values: 'RATED' }]),
  ready('tasksByDepartment', 'task', ['departmentId', 'status']),
  ready(
    'visitsByDay',
    'visitor',
    [['actualInAt', 'DAY'], 'guestType'],
    [],
    [{ field: 'actualInAt', period: 'LAST_30_DAYS' }],
  ),
  ready('worksByBlock', 'construction-registration', ['unitId.blockId', 'workType'], [], [WORKING]),
  ready('cardFormsByMonth', 'card-registration', ['type', ['createdAt', 'MONTH']]),
  ready('parcelsByBlock', 'parcel', ['unitId.blockId', 'kind'], [], [{ field: 'status', values: 'RECEIVED' }]),
  ready(
    'billsByService',
    'bill',
    ['serviceId'],
    [['SUM', 'total']],
    [
      { field: 'status', values: 'ACTIVE' },
      { field: 'month', period: 'THIS_MONTH' },
    ],
  ),
  ready(
    'owedByUnit',
    'bill',
    ['unitId', ['month', 'MONTH']],
    [['SUM', 'remaining']],
    [
      { field: 'status', values: 'ACTIVE' },
      { field: 'paymentState', values: 'UNPAID,PARTIAL_PAID' },
    ],
  ),
  ready('receiptsByDay', 'receipt', [['accountingDate', 'DAY'], 'method'], [['SUM', 'amount']], [VALID]),
  ready('payslipsByCategory', 'payslip', ['category'], [['SUM', 'amount']], [VALID]),
  ready('worksOfUpkeep', 'maintenance', ['systemId', 'status']),
  ready('inspectionsDue', 'maintenance', ['contractorId', ['scheduledDate', 'MONTH']], [], INSPECTIONS),
  ready('assetsByCategory', 'asset', ['categoryId', 'placeId']),
  ready('suppliesToBuy', 'supply', ['categoryId'], [], [{ field: 'stockState', values: 'NEED_TO_BUY' }]),
  ready('unitsByHandover', 'handover-unit', ['status']),
  ready('defectsByPartner', 'handover-defect', ['partnerId', 'severity'], [], [{ field: 'closed', values: 'false' }]),
  ready('attendance', 'conference-unit', ['conferenceId', 'blockId', 'attendance']),
  ready('appointmentsByStatus', 'handover-schedule', ['status']),
];
