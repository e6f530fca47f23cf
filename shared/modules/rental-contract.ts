import { addDays, type Day } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { taxCodeFits } from './tax-code.ts';

/** Default days from the reminder to the end. */
const REMIND_DAYS = 30;

/** Default reminder date: thirty days before the end, but after the start. */
export function usualReminder(startDate: Day, expiryDate: Day): Day {
  const usual = addDays(expiryDate, -REMIND_DAYS);
  return usual > startDate ? usual : addDays(startDate, 1);
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';
const later = (a: unknown, b: unknown) => text(a) && text(b) && a > b;

/**
 * Date rules of a contract (rules.md 5, Dates): signed by the start, ends after it, reminder after the start and not
 * after the end.
 */
export function datesFit(values: Record<string, unknown>): FieldErrors {
  const { registerDate, startDate, expiryDate, remindExpiredDate } = values;
  const wrong = (code: string) => ({ code });
  const signed: FieldErrors = later(registerDate, startDate)
    ? { registerDate: wrong('CONTRACT_SIGNED_AFTER_START') }
    : {};
  const notAfter = (day: unknown) => text(startDate) && text(day) && day <= startDate;
  if (notAfter(expiryDate)) return { ...signed, expiryDate: wrong('CONTRACT_ENDS_BEFORE_START') };
  if (notAfter(remindExpiredDate)) return { ...signed, remindExpiredDate: wrong('CONTRACT_REMINDER_BEFORE_START') };
  if (later(remindExpiredDate, expiryDate))
    return { ...signed, remindExpiredDate: wrong('CONTRACT_REMINDER_AFTER_EXPIRY') };
  return signed;
}

/** Requires a tenant: a resident, a company, or both (the resident represents the company). */
function somebodyRents({ residentId, company }: Record<string, unknown>): FieldErrors {
  return text(residentId) || text(company) ? {} : { residentId: { code: 'CONTRACT_TENANT_REQUIRED' } };
}

const AREA = { kind: 'decimal', min: 0.01, max: 1_000_000 } as const;
const PRICE = { kind: 'money' } as const;
const DAY = { kind: 'date' } as const;
const OURS = { readOnly: true, detailOnly: true } as const;
const LIVE = ['ACTIVE', 'EXPIRED'] as const;
const END = { endedDate: { kind: 'date', limit: 'past', begins: 'today', required: true } } as const;

/**
 * A rental contract of a unit. Area, price and end are the current ones; `first…` are those signed, and annexes change
 * them from their effective dates on.
 */
export const rentalContract = defineModule({
  name: 'rental-contract',
  emptyChoice: 'EMPTY_CONTRACT_SELECTED',
  code: 'RENTAL_CONTRACT',
  path: '/rental-contract',
  route: 'rental-contract',
  opens: 'rental-contract?tab=all&id=',
  icon: 'scroll',
  menu: { group: 'memberUnit', order: 4, key: 'rentalContracts', makes: true },
  title: 'code',
  matter: 'residentId',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    code: {
      kind: 'text',
      code: true,
      max: 50,
      required: true,
      unique: true,
      taken: 'CONTRACT_CODE_EXISTS',
      search: true,
    },
    unitId: { kind: 'ref', to: 'unit', required: true, search: true },
    // The rented rooms; empty: the whole unit.
    rooms: { kind: 'text', max: 100 },
    residentId: { kind: 'ref', to: 'resident', search: true },
    company: { kind: 'text', max: 150, search: true },
    taxCode: { kind: 'text', tells: true, digits: true, min: 10, max: 13, detailOnly: true },
    area: { ...AREA, required: true },
    price: { ...PRICE, required: true },
    deposit: PRICE,
    registerDate: { ...DAY, begins: 'today', required: true },
    startDate: { ...DAY, required: true },
    remindExpiredDate: DAY,
    expiryDate: { ...DAY, required: true },
    contractTemplateId: { kind: 'ref', to: 'contract-template' },
    note: { kind: 'longText', max: 2000, detailOnly: true },
    attachments: { kind: 'files', max: 5, detailOnly: true },
    // Active and past its reminder date. Stored, so that filters, counts and screens agree.
    expiring: { kind: 'flag', readOnly: true },
    annexCount: { kind: 'integer', initial: 0, readOnly: true },
    // When the next annex changes area or price.
    termsChangeOn: { ...DAY, readOnly: true },
    endedDate: { ...DAY, readOnly: true, state: true },
    reason: { kind: 'longText', max: 1000, ...OURS },
    firstArea: { ...AREA, ...OURS },
    firstPrice: { ...PRICE, ...OURS },
    firstExpiryDate: { ...DAY, ...OURS },
    firstRemindDate: { ...DAY, ...OURS },
  },
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-check' },
    EXPIRED: { tone: 'bad', icon: 'timer-off' },
    TERMINATED: { tone: 'ended', icon: 'ban' },
    LIQUIDATED: { tone: 'done', icon: 'check' },
  },
  initial: 'ACTIVE',
  actions: {
    liquidate: {
      from: LIVE,
      to: 'LIQUIDATED',
      flag: 'updateStatus',
      reason: true,
      multi: true,
      danger: true,
      key: 'l',
      input: END,
    },
    terminate: {
      from: LIVE,
      to: 'TERMINATED',
      flag: 'updateStatus',
      reason: true,
      multi: true,
      danger: true,
      key: 't',
      input: END,
    },
    // Corrects a wrong end date of an expired contract; it continues, or expires again on the new date.
    'correct-end': {
      aside: true,
      from: ['EXPIRED'],
      to: 'ACTIVE',
      flag: 'updateStatus',
      reason: true,
      when: { annexCount: ['0'] },
      input: { expiryDate: { kind: 'date', required: true } },
    },
    expire: { from: ['ACTIVE'], to: 'EXPIRED', flag: 'updateStatus', by: 'system' },
  },
  list: {
    columns: [
      'code',
      'unitId',
      'residentId',
      'company',
      'area',
      'price',
      'deposit',
      'registerDate',
      'startDate',
      'expiryDate',
      'remindExpiredDate',
      'annexCount',
      'contractTemplateId',
      'endedDate',
      'createdAt',
      'status',
    ],
    sorts: ['expiryDate', 'remindExpiredDate', 'createdAt'],
    deciding: ['unitId', 'residentId', 'price', 'expiryDate', 'status'],
    hidden: [
      'area',
      'company',
      'deposit',
      'registerDate',
      'remindExpiredDate',
      'contractTemplateId',
      'endedDate',
      'createdAt',
    ],
    defaultSort: 'expiryDate',
    waits: {
      expiring: {
        as: 'soon',
        where: { expiring: { in: ['true'] }, status: { in: ['ACTIVE'] } },
        by: 'expiryDate',
        does: 'open',
      },
    },
    filters: [
      'status',
      'unitId',
      'residentId',
      'contractTemplateId',
      'registerDate',
      'startDate',
      'expiryDate',
      'remindExpiredDate',
      'endedDate',
      'price',
      'expiring',
      'createdAt',
    ],
    indexed: ['unitId', 'residentId', 'contractTemplateId', 'termsChangeOn'],
    // Filters by records of the unit: its vehicles, cards and service registrations.
    joins: {
      registrationPlate: {
        field: { kind: 'text', max: 20, plate: true },
        through: { definition: 'vehicle', field: 'rawPlate' },
      },
      cardNumber: { field: { kind: 'text', max: 50 }, through: { definition: 'card', field: 'number' } },
      serviceId: {
        field: { kind: 'text', max: 24 },
        through: { definition: 'service-registration', field: 'serviceId' },
      },
      dayOfUsing: { field: DAY, through: { definition: 'service-registration', field: 'startDate' } },
    },
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      expired: { status: { in: ['EXPIRED'] } },
      ended: { status: { in: ['TERMINATED', 'LIQUIDATED'] } },
      all: {},
    },
    marks: { expiring: { expiring: { in: ['true'] }, status: { in: ['ACTIVE'] } } },
  },
  badge: { name: 'RENTAL_CONTRACT', filter: { status: { in: ['ACTIVE'] }, expiring: { in: ['true'] } } },
  errors: {
    CONTRACT_CODE_EXISTS: 409,
    CONTRACT_SIGNED_AFTER_START: 400,
    CONTRACT_ENDS_BEFORE_START: 400,
    CONTRACT_REMINDER_BEFORE_START: 400,
    CONTRACT_REMINDER_AFTER_EXPIRY: 400,
    CONTRACT_TENANT_REQUIRED: 400,
    CONTRACT_TENANT_NOT_IN_UNIT: 422,
    CONTRACT_ENDED_BEFORE_SIGNED: 422,
    CONTRACT_CANNOT_BE_UPDATED: 409,
    CONTRACT_OVERLAPS: 409,
    TAX_CODE_LENGTH: 400,
  },
  imports: { keys: [['code']] },
  check: (values: Record<string, unknown>) => ({
    ...datesFit(values),
    ...somebodyRents(values),
    ...taxCodeFits(values),
  }),
});

export type RentalContract = DocOf<typeof rentalContract>;
export type RentalContractRow = RowOf<typeof rentalContract>;
