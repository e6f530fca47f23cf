import { addDays, type Day } from '../kit/dates.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { taxCodeFits } from './tax-code.ts';

/** Days before the end on which people are reminded, where nobody says otherwise. */
const REMIND_DAYS = 30;

/** The day of the reminder of a contract that names none: thirty days before its end, or the day after its start. */
export function usualReminder(startDate: Day, expiryDate: Day): Day {
  const usual = addDays(expiryDate, -REMIND_DAYS);
  return usual > startDate ? usual : addDays(startDate, 1);
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';
const later = (a: unknown, b: unknown) => text(a) && text(b) && a > b;

/** rules.md 5, Dates: signed not after the start, ends after it, reminds after it and not after the end. */
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

/** A contract is with a resident of the unit, with a company, or with a company that a resident speaks for. */
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
 * A unit let to somebody. What it says of area, price and end is what holds today: as it was signed (`first…`), changed by its annexes
 * from their day on.
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
    // The rooms rented; empty: the whole unit.
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
    // Active with its reminder reached: stored, so that filter, count and every screen agree.
    expiring: { kind: 'flag', readOnly: true },
    annexCount: { kind: 'integer', initial: 0, readOnly: true },
    // When the next annex brings another area or price.
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
    // Where the end was written wrong: with the right one the contract runs on, or has ended on another day.
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
    // Through what stands on the unit: its vehicles and cards; services have not landed, and their filter finds nothing until then.
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
