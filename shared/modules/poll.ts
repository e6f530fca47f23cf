import { AUDIENCE_FIELDS, audienceFits } from '../kit/audience.ts';
import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';

const FEWEST = 2;

function asks(values: Record<string, unknown>): FieldErrors {
  const { answers, most } = values;
  const count = Array.isArray(answers) ? answers.length : FEWEST;
  return {
    ...audienceFits(values),
    ...(count < FEWEST && { answers: { code: 'TOO_FEW', params: { min: FEWEST } } }),
    ...(typeof most === 'number' && most > count && { most: { code: 'TOO_LARGE', params: { max: count } } }),
  };
}

/** A question to the residents; each person or each unit has a vote, and all see how it stands. */
export const poll = defineModule({
  name: 'poll',
  code: 'POLL',
  path: '/poll',
  route: 'polls',
  icon: 'vote',
  menu: { group: 'customerService', order: 16, key: 'polls', makes: true },
  title: 'question',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    question: { kind: 'text', max: 300, required: true, search: true },
    description: { kind: 'longText', max: 2000, detailOnly: true },
    answers: {
      kind: 'lines',
      required: true,
      max: 10,
      of: { answer: { kind: 'text', max: 200, required: true } },
    },
    most: { kind: 'integer', min: 1, max: 10, initial: 1 },
    votesBy: { kind: 'choice', options: ['PERSON', 'UNIT'], initial: 'PERSON' },
    ...AUDIENCE_FIELDS,
    audience: { ...AUDIENCE_FIELDS.audience, initial: 'RESIDENTS' },
    closesAt: { kind: 'instant' },
    results: {
      kind: 'lines',
      max: 10,
      readOnly: true,
      of: { answer: { kind: 'text', max: 200, required: true }, votes: { kind: 'integer', required: true } },
    },
    voteCount: { kind: 'integer', initial: 0, readOnly: true },
    openedAt: { kind: 'instant', readOnly: true },
    closedAt: { kind: 'instant', readOnly: true },
    creatorId: { kind: 'ref', to: 'employee', readOnly: true, staffOnly: true },
  },
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    OPEN: { tone: 'going', icon: 'circle-dot' },
    CLOSED: { tone: 'ended', icon: 'check' },
  },
  initial: 'DRAFT',
  actions: {
    open: { from: ['DRAFT'], to: 'OPEN', flag: 'updateStatus', key: 'o' },
    close: { from: ['OPEN'], to: 'CLOSED', flag: 'updateStatus', danger: true },
  },
  resident: { shared: true, statuses: ['OPEN', 'CLOSED'] },
  list: {
    columns: [
      'question',
      'most',
      'votesBy',
      'audience',
      'voteCount',
      'closesAt',
      'openedAt',
      'creatorId',
      'createdAt',
      'status',
    ],
    sorts: ['createdAt', 'closesAt'],
    defaultSort: '-createdAt',
    filters: ['status', 'votesBy', 'audience', 'creatorId', 'closesAt', 'createdAt'],
    tabs: {
      open: { status: { in: ['OPEN'] } },
      draft: { status: { in: ['DRAFT'] } },
      closed: { status: { in: ['CLOSED'] } },
      all: {},
    },
  },
  errors: { POLL_STARTED: 409, POLL_OVER: 409, SEND_TIME_PAST: 422 },
  check: asks,
});

export type Poll = DocOf<typeof poll>;
export type PollRow = RowOf<typeof poll>;
