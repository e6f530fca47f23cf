import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import { conferenceSurvey, optionsOf, type Question, questionsOf } from '@lobby/shared/modules/conference-survey.ts';
import { z } from 'zod';
import { fail } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { A4 } from '../../../kit/paper/pdf.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { drawnTo } from '../../../platform/projects/paper/paper.ts';
import { passText } from '../desk/desk.ts';
import { loadRows } from '../desk/electorate.ts';
import { letterhead, writer } from '../papers/page.ts';

const BOTTOM = A4.height - 60;
/** Maximum height of a question, so that none is split across pages. */
const roomOf = (question: Question): number => 40 + 16 * Math.max(2, optionsOf(question).length);

/** `GET /conference-survey/:id/print`: blank form, with the unit's QR code if a unit is given. */
export const surveyPrint: Route = route({
  method: 'get',
  path: `${conferenceSurvey.path}/:id/print`,
  summary: 'A survey on paper as an empty form, with the square code of a unit where one is named',
  module: CONFERENCE,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ lang: z.enum(LANGUAGES).optional(), unitId: idSchema.optional() }),
  answer: 'application/pdf',
  async run(ctx, { params: { id }, query, res }) {
    const reader = { ...ctx, language: query.lang ?? ctx.language };
    const survey = await load(ctx, conferenceSurvey, id);
    const [row] = query.unitId ? await loadRows(ctx, { conferenceId: survey.conferenceId, unitId: query.unitId }) : [];
    if (query.unitId && !row) fail('NOT_FOUND');
    const say = (key: string) => text(reader, `conference-survey.paper.${key}`);
    const rest = [...questionsOf(survey).entries()];
    await drawnTo(ctx, res, 'survey', async (pdf, project) => {
      let first = true;
      do
        await pdf.page(reader.language, sheet => {
          const page = writer(sheet, letterhead(sheet, project));
          if (first) {
            page.line(survey.title, 24, { size: 16, weight: 700 });
            if (survey.intro) page.line(survey.intro, 16);
            if (row) page.square(passText(row), 90);
            page.line(say('help'), 22, { size: 9 });
          }
          first = false;
          while (rest[0] && page.at() + roomOf(rest[0][1]) < BOTTOM) {
            const [[n, question]] = rest as [[number, Question]];
            page.line(`${n + 1}. ${question.text}`, 18, { weight: 700 });
            const choices = question.kind === 'SCALE' ? ['1   2   3   4   5'] : optionsOf(question);
            for (const [at, choice] of choices.entries())
              page.line(question.kind === 'SCALE' ? `      ${choice}` : `[   ]  ${at + 1}. ${choice}`, 16);
            if (choices.length === 0 || question.other) page.line('.'.repeat(100), 20);
            page.skip(6);
            rest.shift();
          }
        });
      while (rest.length > 0);
    });
  },
});
