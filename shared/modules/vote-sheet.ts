import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { CONFERENCE } from './conference.ts';
import { saidTwice } from './conference-survey.ts';

const SERVER = { readOnly: true } as const;
const FIGURE = { kind: 'integer', initial: 0, readOnly: true } as const;
const WEIGHT = { kind: 'decimal', initial: 0, readOnly: true } as const;
const COUNTED = { staffOnly: true, detailOnly: true } as const;

export const VOTE_CHANNELS = ['APP', 'DESK', 'PAPER'] as const;

export const USUAL_ANSWERS = 'Tán thành\nKhông tán thành\nÝ kiến khác';

export interface VoteQuestion {
  text: string;
  kind: 'DECISION' | 'ELECTION';
  answers: string;
}

export const answersOf = ({ answers }: Pick<VoteQuestion, 'answers'>): string[] =>
  String(answers ?? '')
    .split('\n')
    .map(text => text.trim())
    .filter(Boolean);

export const voteQuestionsOf = ({ questions }: Readonly<Record<string, unknown>>): VoteQuestion[] =>
  Array.isArray(questions) ? questions : [];

/**
 * Answers in order of the result. Elections are sorted by votes, with equal places on a tie; decisions keep their
 * order.
 */
export function ranked<A extends { weight?: number | undefined }>(
  kind: string,
  answers: readonly A[],
): { answer: A; place: number | null }[] {
  if (kind !== 'ELECTION') return answers.map(answer => ({ answer, place: null }));
  const votes = ({ weight = 0 }: A) => weight;
  return answers
    .toSorted((a, b) => votes(b) - votes(a))
    .map(answer => ({ answer, place: 1 + answers.filter(other => votes(other) > votes(answer)).length }));
}

/** Smaller ballot counts are not published, because a single weight identifies its unit. */
const FEWEST_BALLOTS = 5;
/** Ballot counts for publication. Null where small, and where a small one could be derived from the total. */
export function toldBallots(counts: readonly number[]): (number | null)[] {
  const rising = counts.map((count, at) => ({ count, at })).filter(({ count }) => count > 0);
  rising.sort((a, b) => a.count - b.count);
  const hidden = new Set<number>();
  let sum = 0;
  for (const { count, at } of rising) {
    const enough = count >= FEWEST_BALLOTS && (hidden.size === 0 || (hidden.size > 1 && sum >= FEWEST_BALLOTS));
    if (enough) break;
    hidden.add(at);
    sum += count;
  }
  return counts.map((count, at) => (hidden.has(at) ? null : count));
}

/** Requires three to five different answers per question. */
function answersFit(values: Record<string, unknown>): FieldErrors {
  const faults: FieldErrors = {};
  for (const [n, question] of voteQuestionsOf(values).entries()) {
    const answers = answersOf(question);
    const at = `questions.${n}.answers`;
    if (answers.length < 3) faults[at] = { code: 'TOO_FEW', params: { min: 3 } };
    else if (answers.length > 5) faults[at] = { code: 'TOO_MANY', params: { max: 5 } };
    else if (answers.some(answer => answer.length > 200)) faults[at] = { code: 'TOO_LONG', params: { max: 200 } };
    else if (saidTwice(answers)) faults[at] = { code: 'LISTED_TWICE' };
  }
  return faults;
}

/** A vote of a meeting with one ballot per unit, counted by weight. Secret ballots stay secret. */
export const voteSheet = defineModule({
  name: 'vote-sheet',
  code: CONFERENCE,
  path: '/vote-sheet',
  opens: 'conference?part=votes&tab=all&id=',
  icon: 'vote',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus'],
  fields: {
    conferenceId: { kind: 'ref', to: 'conference', required: true, part: true },
    title: { kind: 'text', min: 2, max: 200, required: true, search: true },
    displayOrder: { kind: 'integer', min: 1, max: 9999 },
    questions: {
      kind: 'lines',
      max: 10,
      required: true,
      detailOnly: true,
      of: {
        text: { kind: 'text', min: 2, max: 1000, required: true },
        kind: { kind: 'choice', options: ['DECISION', 'ELECTION'], initial: 'DECISION', required: true },
        answers: { kind: 'longText', max: 1100, required: true },
      },
    },
    /** Number of questions. */
    asked: FIGURE,
    attachments: { kind: 'files', max: 5, types: ['PDF'], detailOnly: true },
    secret: { kind: 'flag', initial: true },
    base: { kind: 'choice', options: ['PRESENT', 'CAST', 'ALL'], initial: 'PRESENT' },
    passPercent: { kind: 'percent', initial: 50 },
    channels: {
      kind: 'lines',
      max: VOTE_CHANNELS.length,
      required: true,
      ticked: true,
      of: { channel: { kind: 'choice', options: VOTE_CHANNELS, required: true } },
    },
    oneAtATime: { kind: 'flag', initial: true, detailOnly: true },
    minutes: { kind: 'integer', min: 1, max: 10_080, detailOnly: true },
    who: { kind: 'choice', options: ['PRESENT', 'ALL'], initial: 'PRESENT' },
    openedAt: { kind: 'instant', ...SERVER },
    closesAt: { kind: 'instant', ...SERVER },
    closedAt: { kind: 'instant', ...SERVER },
    countedAt: { kind: 'instant', ...SERVER },
    presentHeads: FIGURE,
    presentWeight: WEIGHT,
    // Together with the units' weights, turnout reveals who has voted; households see it on the hall screen only.
    castOnline: { ...FIGURE, staffOnly: true },
    castWeight: { ...WEIGHT, staffOnly: true },
    issuedPaper: { ...FIGURE, staffOnly: true },
    keyedPaper: { ...FIGURE, staffOnly: true },
    reason: { kind: 'longText', max: 500, ...SERVER, detailOnly: true },
    /**
     * Totals, written once by the count. Answer 0 is blank, -1 invalid. `ballots` is empty where it would reveal a
     * single ballot.
     */
    results: {
      kind: 'lines',
      max: 100,
      ...SERVER,
      staffOnly: true,
      detailOnly: true,
      of: {
        question: { kind: 'integer', required: true },
        answer: { kind: 'integer', min: -1, required: true },
        ballots: { kind: 'integer' },
        weight: { kind: 'decimal', required: true },
        percent: { kind: 'percent', required: true },
        passed: { kind: 'flag' },
        tie: { kind: 'flag' },
      },
    },
    baseWeight: { kind: 'decimal', ...SERVER, staffOnly: true, detailOnly: true },
    /**
     * Totals of the count: ballots, units that voted from home, units that did not vote, weight of paper ballots not
     * returned.
     */
    countedBallots: { ...FIGURE, ...COUNTED },
    homeUnits: { ...FIGURE, ...COUNTED },
    notCastUnits: { ...FIGURE, ...COUNTED },
    notCastWeight: { ...WEIGHT, ...COUNTED },
    missingWeight: { ...WEIGHT, ...COUNTED },
  },
  initial: 'DRAFT',
  removedIn: ['DRAFT'],
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    OPEN: { tone: 'going', icon: 'circle-dot' },
    CLOSED: { tone: 'waiting', icon: 'clock' },
    COUNTED: { tone: 'done', icon: 'circle-check' },
    CANCELLED: { tone: 'ended', icon: 'ban' },
  },
  actions: {
    open: { from: ['DRAFT'], to: 'OPEN', flag: 'updateStatus', key: 'o' },
    close: { from: ['OPEN'], to: 'CLOSED', flag: 'updateStatus', danger: true },
    count: { from: ['CLOSED'], to: 'COUNTED', flag: 'updateStatus', key: 'k' },
    cancel: {
      from: ['DRAFT', 'OPEN', 'CLOSED'],
      to: 'CANCELLED',
      flag: 'updateStatus',
      reason: true,
      danger: true,
    },
    // Moved by a separate route, which names the neighbour.
    place: { from: ['DRAFT', 'OPEN', 'CLOSED', 'COUNTED', 'CANCELLED'], flag: 'write', by: 'system' },
    'issue-paper': {
      from: ['OPEN'],
      flag: 'updateStatus',
      untold: true,
      icon: 'upload',
      input: { conferenceUnitIds: { kind: 'refs', to: 'conference-unit', max: 200, required: true } },
    },
  },
  list: {
    columns: [
      'displayOrder',
      'title',
      'conferenceId',
      'who',
      'base',
      'passPercent',
      'secret',
      'castOnline',
      'castWeight',
      'presentHeads',
      'presentWeight',
      'issuedPaper',
      'keyedPaper',
      'openedAt',
      'closesAt',
      'closedAt',
      'countedAt',
      'status',
      'createdAt',
    ],
    hidden: [
      'who',
      'base',
      'passPercent',
      'secret',
      'issuedPaper',
      'keyedPaper',
      'openedAt',
      'closedAt',
      'countedAt',
      'createdAt',
    ],
    sorts: ['displayOrder', 'title', 'createdAt'],
    defaultSort: 'displayOrder',
    orderedWithin: 'conferenceId',
    filters: ['status', 'conferenceId', 'secret', 'who', 'openedAt', 'createdAt'],
    tabs: {
      drafts: { status: { in: ['DRAFT'] } },
      open: { status: { in: ['OPEN', 'CLOSED'] } },
      counted: { status: { in: ['COUNTED'] } },
      all: {},
    },
  },
  errors: {
    VOTE_CAST: 409,
    VOTE_PAPER_ISSUED: 409,
    VOTE_PAPER_NOT_ISSUED: 409,
    VOTE_PAPER_PRINTED: 409,
    VOTE_QUESTIONS_FIXED: 409,
    VOTE_CLOSED: 409,
    CONFERENCE_STATE: 409,
    VOTE_NOT_PRESENT: 422,
    VOTE_PAPER_OPEN: 409,
    VOTE_SERIAL_UNKNOWN: 404,
    VOTE_KEYED: 409,
    RESULT_NOT_COUNTED: 404,
  },
  check: answersFit,
});

export type VoteSheet = DocOf<typeof voteSheet>;
export type VoteSheetRow = RowOf<typeof voteSheet>;
