import { defineModule } from '../kit/define-module.ts';
import type { DocOf, RowOf } from '../kit/definition.ts';
import type { FieldErrors } from '../kit/errors.ts';
import { nameKey } from '../kit/text-search.ts';
import { CONFERENCE, TOLD_BY } from './conference.ts';

const SERVER = { readOnly: true } as const;

const QUESTION_KINDS = ['SINGLE', 'MULTIPLE', 'SCALE', 'NUMBER', 'TEXT'] as const;
type QuestionKind = (typeof QUESTION_KINDS)[number];
/** Fewest answers for an anonymous survey to publish results. */
export const FEWEST_SHEETS = 5;

/** A question of a survey, as stored. */
export interface Question {
  text: string;
  kind: QuestionKind;
  options?: string | null;
  other?: boolean | null;
  maxChoices?: number | null;
  min?: number | null;
  max?: number | null;
  required?: boolean | null;
}

export const optionsOf = ({ options }: Pick<Question, 'options'>): string[] =>
  String(options ?? '')
    .split('\n')
    .map(text => text.trim())
    .filter(Boolean);

export const questionsOf = ({ questions }: Readonly<Record<string, unknown>>): Question[] =>
  Array.isArray(questions) ? questions : [];

/** Whether two options have the same normalised name, which would make their counts ambiguous. */
export const saidTwice = (choices: readonly string[]): boolean => new Set(choices.map(nameKey)).size < choices.length;

const chooses = ({ kind }: Question) => kind === 'SINGLE' || kind === 'MULTIPLE';

function faultOf(question: Question): [field: string, code: string, max?: number] | null {
  const options = optionsOf(question);
  if (chooses(question)) {
    if (options.length < 2) return ['options', 'TOO_FEW', 2];
    if (options.length > 10) return ['options', 'TOO_MANY', 10];
    if (options.some(option => option.length > 200)) return ['options', 'TOO_LONG', 200];
    if (saidTwice(options)) return ['options', 'LISTED_TWICE'];
    if (Number(question.maxChoices ?? 1) > options.length) return ['maxChoices', 'TOO_LARGE', options.length];
  }
  const { min, max } = question;
  return question.kind === 'NUMBER' && typeof min === 'number' && typeof max === 'number' && min > max
    ? ['max', 'TOO_SMALL', min]
    : null;
}

/** Refuses unanswerable questions and an end before the start. */
function asksFit(values: Record<string, unknown>): FieldErrors {
  const { opensAt, closesAt } = values;
  const at = (value: unknown) => (value instanceof Date ? value.getTime() : Date.parse(String(value)));
  const faults = questionsOf(values).flatMap((question, n) => {
    const fault = faultOf(question);
    if (!fault) return [];
    const [field, code, limit = 0] = fault;
    return [
      [
        `questions.${n}.${field}`,
        { code, params: code === 'TOO_FEW' || code === 'TOO_SMALL' ? { min: limit } : { max: limit } },
      ] as const,
    ];
  });
  return {
    ...Object.fromEntries(faults),
    ...(opensAt && closesAt && at(opensAt) >= at(closesAt) ? { closesAt: { code: 'DATES_REVERSED' } } : {}),
  };
}

/** A survey among owners around a meeting; one answer per unit. */
export const conferenceSurvey = defineModule({
  name: 'conference-survey',
  code: CONFERENCE,
  path: '/conference-survey',
  opens: 'conference?part=surveys&tab=all&id=',
  icon: 'list-plus',
  title: 'title',
  flags: ['read', 'write', 'delete', 'export', 'updateStatus', 'aggregate'],
  fields: {
    conferenceId: { kind: 'ref', to: 'conference', required: true, part: true },
    title: { kind: 'text', min: 2, max: 200, required: true, search: true },
    intro: { kind: 'longText', max: 2000, detailOnly: true },
    opensAt: { kind: 'instant' },
    closesAt: { kind: 'instant' },
    anonymous: { kind: 'flag' },
    required: { kind: 'flag' },
    questions: {
      kind: 'lines',
      max: 30,
      detailOnly: true,
      of: {
        text: { kind: 'text', min: 2, max: 500, required: true },
        kind: { kind: 'choice', options: QUESTION_KINDS, initial: 'SINGLE', required: true },
        options: { kind: 'longText', max: 2100 },
        other: { kind: 'flag' },
        maxChoices: { kind: 'integer', min: 1, max: 10 },
        min: { kind: 'integer', min: -1_000_000_000, max: 1_000_000_000 },
        max: { kind: 'integer', min: -1_000_000_000, max: 1_000_000_000 },
        required: { kind: 'flag' },
      },
    },
    answers: { kind: 'integer', initial: 0, ...SERVER },
    openedAt: { kind: 'instant', ...SERVER, detailOnly: true },
    closedAt: { kind: 'instant', ...SERVER, detailOnly: true },
    /** Unique key: one survey per meeting. */
    meetingKey: {
      kind: 'text',
      max: 24,
      key: true,
      unique: true,
      blames: 'conferenceId',
      taken: 'SURVEY_EXISTS',
      ...SERVER,
      staffOnly: true,
      internal: true,
      kept: true,
      detailOnly: true,
    },
  },
  initial: 'DRAFT',
  removedIn: ['DRAFT'],
  statuses: {
    DRAFT: { tone: 'waiting', icon: 'circle-dot' },
    OPEN: { tone: 'going', icon: 'circle-dot' },
    CLOSED: { tone: 'ended', icon: 'check' },
  },
  actions: {
    open: { from: ['DRAFT'], to: 'OPEN', flag: 'updateStatus', key: 'o' },
    close: { from: ['OPEN'], to: 'CLOSED', flag: 'updateStatus', danger: true },
    remind: { from: ['OPEN'], flag: 'updateStatus', asks: true, input: TOLD_BY },
    copy: {
      from: ['DRAFT', 'OPEN', 'CLOSED'],
      flag: 'write',
      input: { conferenceId: { kind: 'ref', to: 'conference', required: true } },
    },
  },
  list: {
    columns: [
      'title',
      'conferenceId',
      'opensAt',
      'closesAt',
      'anonymous',
      'required',
      'answers',
      'status',
      'createdAt',
    ],
    hidden: ['required', 'createdAt'],
    sorts: ['createdAt', 'closesAt', 'answers'],
    defaultSort: '-createdAt',
    filters: ['status', 'conferenceId', 'anonymous', 'opensAt', 'closesAt', 'createdAt'],
    tabs: {
      open: { status: { in: ['OPEN'] } },
      drafts: { status: { in: ['DRAFT'] } },
      closed: { status: { in: ['CLOSED'] } },
      all: {},
    },
  },
  errors: {
    SURVEY_QUESTIONS_FIXED: 409,
    SURVEY_CLOSED: 409,
    SURVEY_ANSWERED: 409,
    SURVEY_EMPTY: 422,
    SURVEY_EXISTS: 409,
    CONFERENCE_STATE: 409,
    ANSWER_INVALID: 400,
    DATES_REVERSED: 422,
    SMS_NOT_SET_UP: 422,
  },
  check: asksFit,
});

/** Answers of a unit; only for surveys that are not anonymous. */
export const conferenceAnswer = defineModule({
  name: 'conference-answer',
  code: CONFERENCE,
  path: '/conference-answer',
  title: 'unitId',
  flags: ['read', 'export'],
  calls: ['list', 'detail', 'activities', 'export', 'badges'],
  fields: {
    surveyId: { kind: 'ref', to: 'conference-survey', part: true, ...SERVER },
    unitId: { kind: 'ref', to: 'unit', ...SERVER, search: true },
    channel: { kind: 'choice', options: ['APP', 'DESK', 'PAPER'], ...SERVER },
    answeredAt: { kind: 'instant', ...SERVER },
    answeredBy: { kind: 'text', tells: true, max: 100, ...SERVER },
    values: {
      kind: 'lines',
      max: 30,
      ...SERVER,
      detailOnly: true,
      of: {
        question: { kind: 'integer', required: true },
        choices: { kind: 'text', max: 60 },
        number: { kind: 'decimal', min: -1_000_000_000, max: 1_000_000_000 },
        words: { kind: 'longText', max: 1000 },
      },
    },
    /** Unique key: one answer per unit and survey. */
    sheetKey: {
      kind: 'text',
      max: 60,
      key: true,
      unique: true,
      blames: 'unitId',
      ...SERVER,
      staffOnly: true,
      internal: true,
      kept: true,
      detailOnly: true,
    },
  },
  list: {
    columns: ['unitId', 'channel', 'answeredAt', 'answeredBy', 'createdAt'],
    sorts: ['answeredAt', 'createdAt'],
    defaultSort: '-answeredAt',
    filters: ['surveyId', 'unitId', 'channel', 'answeredAt', 'createdAt'],
    indexed: ['surveyId'],
  },
});

export type ConferenceSurvey = DocOf<typeof conferenceSurvey>;
export type ConferenceSurveyRow = RowOf<typeof conferenceSurvey>;
