import { metresOf, percentOf } from '@lobby/shared/modules/conference-math.ts';
import {
  conferenceAnswer,
  type conferenceSurvey,
  FEWEST_SHEETS,
  optionsOf,
  type Question,
  questionsOf,
} from '@lobby/shared/modules/conference-survey.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { type Collection, db } from '../../../kit/database/database.ts';
import { openSealed, sealAlike } from '../../../kit/privacy/aes.ts';
import { keyOf } from '../../../kit/privacy/personal.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRows } from '../desk/electorate.ts';

export interface Said {
  question: number;
  choices: number[];
  number: number | null;
  words: string | null;
}

/**
 * Sheet of an anonymous survey, stored under a keyed hash of its unit and without a time. Block and weight could identify the unit, so all content is
 * encrypted.
 */
interface BlankSheet {
  _id: string;
  projectId: string;
  surveyId: string;
  sealed: string;
}
/** Padded length of encrypted content; most sheets are shorter. */
const BLANK_LENGTH = 2048;
const blankKey = ({ projectId, surveyId }: Omit<BlankSheet, '_id' | 'sealed'>) =>
  keyOf(projectId, `survey ${surveyId}`);
export const sealBlank = (about: Omit<BlankSheet, '_id' | 'sealed'>, sheet: Sheet): Omit<BlankSheet, '_id'> => ({
  ...about,
  sealed: sealAlike(blankKey(about), sheet, BLANK_LENGTH),
});
export const blankCollection: Collection = {
  name: 'conference-blank-sheets',
  indexes: [{ key: { projectId: 1, surveyId: 1 } }],
  // Clustered by hash: the natural order would reveal who answered first.
  clustered: true,
};
export const blanks = () => db().collection<BlankSheet>(blankCollection.name);

const answerSchema = z.union([
  z.number(),
  z.string().max(1000),
  z.array(z.union([z.int(), z.string().max(1000)])).max(11),
]);
/** Answers by question number, from 1. */
export const givenSchema = z.record(z.string().regex(/^\d{1,2}$/), answerSchema.nullable());
export type Given = z.output<typeof givenSchema>;

const wrong = (n: number): never => failFields({ [`values.${n}`]: { code: 'ANSWER_INVALID' } }, 'ANSWER_INVALID');

function readOne(question: Question, n: number, value: Given[string] | undefined): Said | null {
  const blank: Said = { question: n, choices: [], number: null, words: null };
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    if (question.required === true) wrong(n);
    return null;
  }
  const { kind } = question;
  if (kind === 'TEXT') return typeof value === 'string' ? { ...blank, words: value } : wrong(n);
  if (kind === 'SCALE' || kind === 'NUMBER') {
    if (typeof value !== 'number') return wrong(n);
    const [min, max] = kind === 'SCALE' ? [1, 5] : [question.min ?? -Infinity, question.max ?? Infinity];
    if (value < min || value > max || (kind === 'SCALE' && !Number.isInteger(value))) wrong(n);
    return { ...blank, number: value };
  }
  const all = Array.isArray(value) ? value : [value];
  const choices = all.filter(choice => typeof choice === 'number');
  const words = all.filter(text => typeof text === 'string');
  const most = kind === 'SINGLE' ? 1 : (question.maxChoices ?? 10);
  const count = optionsOf(question).length;
  const isKnown = choices.every(choice => Number.isInteger(choice) && choice >= 1 && choice <= count);
  if (!isKnown || new Set(choices).size < choices.length || all.length > most || words.length > 1) wrong(n);
  if (words.length > 0 && question.other !== true) wrong(n);
  return { ...blank, choices: choices.toSorted((a, b) => a - b), words: words[0] ?? null };
}

/** Validates the answers of a sheet against the survey's questions. */
export function readSheet(survey: Doc<typeof conferenceSurvey>, values: Given): Said[] {
  const questions = questionsOf(survey);
  for (const key of Object.keys(values)) if (Number(key) < 1 || Number(key) > questions.length) wrong(Number(key));
  return questions.flatMap((question, n) => readOne(question, n + 1, values[String(n + 1)]) ?? []);
}

/** Converts answers to their stored form; `saidOf` is the inverse. */
export const linesOf = (values: readonly Said[]) =>
  values.map(({ choices, ...rest }) => ({ ...rest, choices: choices.join(',') || null }));
const saidOf = (lines: Doc<typeof conferenceAnswer>['values']): Said[] =>
  lines.map(({ question, choices, number, words }) => ({
    question,
    number: number ?? null,
    words: words ?? null,
    choices: choices ? choices.split(',').map(Number) : [],
  }));

/** Answers of a unit with author and time, in a survey that is not anonymous. */
export async function sheetOfUnit(ctx: Ctx, surveyId: string, unitId: string | null) {
  if (!unitId) return null;
  const sheet = await records(conferenceAnswer).first(ctx, { surveyId, unitId });
  if (!sheet) return null;
  const at = sheet.answeredAt?.toISOString() ?? null;
  return { by: sheet.answeredBy ?? '', at, values: saidOf(sheet.values) };
}

interface Sheet {
  blockId: string;
  hundredths: number;
  values: Said[];
}

/** All sheets of a survey with the weight of their units. */
async function loadSheets(ctx: Ctx, survey: Doc<typeof conferenceSurvey>): Promise<Sheet[]> {
  if (survey.anonymous === true)
    return (await blanks().find({ projectId: ctx.projectId, surveyId: survey._id }).toArray()).map(blank =>
      openSealed<Sheet>(blankKey(blank), blank.sealed),
    );
  const [sheets, rows] = await Promise.all([
    records(conferenceAnswer).find(ctx, { surveyId: survey._id }),
    loadRows(ctx, { conferenceId: survey.conferenceId }),
  ]);
  const byUnit = new Map(rows.map(row => [row.unitId, row]));
  return sheets.map(({ unitId, values }) => {
    const row = byUnit.get(unitId);
    return { blockId: row?.blockId ?? '', hundredths: row?.hundredths ?? 0, values: saidOf(values) };
  });
}

const sumOf = (sheets: readonly Sheet[]) => sheets.reduce((sum, { hundredths }) => sum + hundredths, 0);

function resultOf(question: Question, n: number, sheets: readonly Sheet[]) {
  const answered = sheets.flatMap(sheet => {
    const answer = sheet.values.find(value => value.question === n);
    return answer ? [{ sheet, said: answer }] : [];
  });
  const numbers = answered.flatMap(({ said }) => (said.number === null ? [] : said.number));
  const options = optionsOf(question).map((text, at) => {
    const chose = answered.filter(({ said }) => said.choices.includes(at + 1)).map(({ sheet }) => sheet);
    const percent = percentOf(chose.length, answered.length);
    return { n: at + 1, text, units: chose.length, percent, weight: metresOf(sumOf(chose)) };
  });
  const sum = numbers.reduce((total, number) => total + Math.round(number * 100), 0);
  return {
    n,
    text: question.text,
    kind: question.kind,
    answered: answered.length,
    options,
    // Rounded half up to hundredths.
    mean: numbers.length > 0 ? Math.floor((2 * sum + numbers.length) / (2 * numbers.length)) / 100 : null,
    texts: answered.flatMap(({ said }) => said.words ?? []).toSorted(),
  };
}

/** Result of a survey for one block or all; an anonymous one is hidden until it has enough sheets. */
export async function surveyResult(ctx: Ctx, survey: Doc<typeof conferenceSurvey>, blockId?: string) {
  const sheets = (await loadSheets(ctx, survey)).filter(sheet => !blockId || sheet.blockId === blockId);
  const hidden = survey.anonymous === true && sheets.length < FEWEST_SHEETS;
  if (hidden) return { sheets: sheets.length, hidden, questions: [] };
  return {
    sheets: sheets.length,
    hidden,
    questions: questionsOf(survey).map((question, n) => resultOf(question, n + 1, sheets)),
  };
}
