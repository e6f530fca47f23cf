import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { datesFit } from './rental-contract.ts';

const DAY = { kind: 'date' } as const;

/** Applies the date rules of rental contracts to the dates of a partner contract. */
function daysFit({ signedOn, remindDate, ...values }: Record<string, unknown>): FieldErrors {
  const { registerDate, remindExpiredDate, ...errors } = datesFit({
    startDate: values.startDate,
    expiryDate: values.expiryDate,
    registerDate: signedOn,
    remindExpiredDate: remindDate,
  });
  return {
    ...errors,
    ...(registerDate && { signedOn: registerDate }),
    ...(remindExpiredDate && { remindDate: remindExpiredDate }),
  };
}

/** A contract with a partner: subject, value and period. */
export const partnerContract = defineModule({
  name: 'partner-contract',
  code: 'PARTNER',
  path: '/partner-contract',
  route: 'partner',
  opens: 'partner?part=contracts&tab=all&id=',
  icon: 'scroll',
  title: 'number',
  apart: ['partnerId'],
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    number: {
      kind: 'text',
      max: 50,
      required: true,
      unique: { within: 'partnerId' },
      taken: 'PARTNER_CONTRACT_EXISTS',
      search: true,
    },
    partnerId: { kind: 'ref', to: 'partner', required: true, search: true, part: true },
    subject: { kind: 'text', max: 200, required: true, search: true },
    value: { kind: 'money' },
    signedOn: DAY,
    startDate: { ...DAY, required: true },
    remindDate: DAY,
    expiryDate: { ...DAY, required: true },
    files: { kind: 'files', max: 5, detailOnly: true },
    // The reminder date has been reached and notified.
    expiring: { kind: 'flag', readOnly: true },
    endedDate: { ...DAY, readOnly: true },
    reason: { kind: 'longText', max: 1000, readOnly: true, detailOnly: true },
  },
  statuses: {
    ACTIVE: { tone: 'going', icon: 'circle-check' },
    EXPIRED: { tone: 'bad', icon: 'timer-off' },
    TERMINATED: { tone: 'ended', icon: 'ban' },
  },
  initial: 'ACTIVE',
  editedIn: ['ACTIVE'],
  actions: {
    terminate: {
      from: ['ACTIVE', 'EXPIRED'],
      to: 'TERMINATED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
      input: { endedDate: { kind: 'date', limit: 'past', begins: 'today', required: true } },
    },
    expire: { from: ['ACTIVE'], to: 'EXPIRED', flag: 'updateStatus', by: 'system' },
  },
  list: {
    columns: [
      'number',
      'partnerId',
      'subject',
      'value',
      'signedOn',
      'startDate',
      'expiryDate',
      'remindDate',
      'endedDate',
      'createdAt',
      'status',
    ],
    hidden: ['signedOn', 'remindDate', 'endedDate', 'createdAt'],
    sorts: ['expiryDate', 'startDate', 'signedOn', 'value', 'createdAt'],
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
      'partnerId',
      'expiring',
      'signedOn',
      'startDate',
      'expiryDate',
      'remindDate',
      'value',
      'createdAt',
    ],
    indexed: ['partnerId'],
    tabs: {
      active: { status: { in: ['ACTIVE'] } },
      expired: { status: { in: ['EXPIRED'] } },
      ended: { status: { in: ['TERMINATED'] } },
      all: {},
    },
    marks: { expiring: { expiring: { in: ['true'] }, status: { in: ['ACTIVE'] } } },
  },
  errors: {
    PARTNER_CONTRACT_EXISTS: 409,
    CONTRACT_SIGNED_AFTER_START: 400,
    CONTRACT_ENDS_BEFORE_START: 400,
    CONTRACT_REMINDER_BEFORE_START: 400,
    CONTRACT_REMINDER_AFTER_EXPIRY: 400,
    DATES_REVERSED: 422,
  },
  imports: { keys: [['partnerId', 'number']] },
  check: daysFit,
});

export type PartnerContract = DocOf<typeof partnerContract>;
export type PartnerContractRow = RowOf<typeof partnerContract>;
