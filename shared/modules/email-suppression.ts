import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

export const SUPPRESSION_CAUSES = ['BOUNCE', 'COMPLAINT', 'SOFT_BOUNCES', 'MANUAL'] as const;
export type SuppressionCause = (typeof SUPPRESSION_CAUSES)[number];
export const SUPPRESSION_REASONS = [
  'NON_EXISTENT_ADDRESS',
  'MAILBOX_FULL',
  'MAIL_REJECTION',
  'SPAM_MARK',
  'OTHER',
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

const saysWhy = ({ note }: Record<string, unknown>): FieldErrors => (note ? {} : { note: { code: 'REQUIRED' } });

/** An address a project sends no mails to: it does not exist, its owner opted out, or staff blocked it. */
export const emailSuppression = defineModule({
  name: 'email-suppression',
  code: 'FEE_NOTICE',
  path: '/email-suppression',
  opens: 'invoice-send-result?part=suppressed&id=',
  icon: 'mail',
  title: 'email',
  flags: ['read', 'write', 'updateStatus', 'export', 'readEncrypted', 'exportEncrypted'],
  calls: ['list', 'detail', 'create', 'export', 'activities', 'badges', 'reveal'],
  fields: {
    email: { kind: 'email', required: true, personal: true, unique: true, taken: 'SUPPRESSION_EXISTS' },
    cause: { kind: 'choice', options: SUPPRESSION_CAUSES, readOnly: true, initial: 'MANUAL' },
    reason: { kind: 'choice', options: SUPPRESSION_REASONS, readOnly: true, initial: 'OTHER' },
    residentIds: { kind: 'refs', to: 'resident', max: 20, readOnly: true },
    /** Error text of the receiving server, without addresses. */
    detail: { kind: 'text', max: 300, readOnly: true, detailOnly: true },
    count: { kind: 'integer', readOnly: true, initial: 1 },
    firstAt: { kind: 'instant', readOnly: true },
    lastAt: { kind: 'instant', readOnly: true },
    note: { kind: 'text', max: 300, detailOnly: true },
    liftReason: { kind: 'text', max: 500, readOnly: true, detailOnly: true },
    liftedAt: { kind: 'instant', readOnly: true, detailOnly: true },
  },
  statuses: {
    ACTIVE: { tone: 'bad', icon: 'ban' },
    LIFTED: { tone: 'ended', icon: 'circle-check' },
  },
  initial: 'ACTIVE',
  actions: {
    lift: {
      aside: true,
      from: ['ACTIVE'],
      to: 'LIFTED',
      flag: 'updateStatus',
      multi: true,
      input: {
        reason: { kind: 'text', min: 2, max: 500 },
        confirmed: { kind: 'flag' },
      },
    },
  },
  list: {
    columns: ['email', 'residentIds', 'cause', 'reason', 'count', 'lastAt', 'createdAt', 'status'],
    hidden: ['createdAt'],
    sorts: ['lastAt', 'createdAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'cause', 'reason', 'residentIds', 'lastAt', 'createdAt'],
    tabs: { active: { status: { in: ['ACTIVE'] } }, lifted: { status: { in: ['LIFTED'] } }, all: {} },
  },
  errors: { SUPPRESSION_EXISTS: 409, SUPPRESSION_COMPLAINT: 422 },
  check: saysWhy,
});

export type EmailSuppression = DocOf<typeof emailSuppression>;
export type EmailSuppressionRow = RowOf<typeof emailSuppression>;
