import type { Definition } from '@lobby/shared/kit/definition.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { ANSWER_SHEET, conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { answerActs, doorActs } from './answers.ts';
import { answerSheetRules, storeAnswers } from './answers-import.ts';
import { deskRoutes } from './desk.ts';
import { hallRoutes } from './hall/routes.ts';
import { paperRoutes } from './papers.ts';
import { printRoutes } from './print.ts';
import { readBy, rowsFor } from './residents.ts';
import { resultRoutes } from './result/routes.ts';
import { meetingActs, meetingRules } from './rules.ts';
import { surveyRoutes } from './survey/index.ts';
import { voteRoutes } from './votes/index.ts';

export { hallCollections } from './hall/store.ts';
export { tellHalls } from './hall/waiting.ts';
export { remindOfConferences } from './jobs.ts';
export { nextMeeting } from './residents.ts';
export { type Minutes, minutesCollection } from './result/store.ts';
export { turnSurveys } from './survey/rules.ts';
export { blankCollection } from './survey/sheets.ts';
export { conferenceMails, tellConferences, tellingCollection } from './tellings.ts';
export { turnVotes } from './votes/rules.ts';
export { voteCollections } from './votes/store.ts';

/** The owners' meetings: prepared, invited to, answered, held. */
export const conferenceRoutes = (all: readonly Definition[]): Route[] => [
  ...deskRoutes,
  ...hallRoutes,
  ...importRoutes(ANSWER_SHEET.definition, answerSheetRules, storeAnswers),
  ...printRoutes,
  ...paperRoutes,
  ...resultRoutes,
  ...surveyRoutes(all),
  ...voteRoutes(all),
  ...serve(conference, { ...meetingRules, acts: meetingActs }, all),
  ...serve(conferenceUnit, { acts: { ...answerActs, ...doorActs } }, all).map(one =>
    readBy(one, conferenceUnit, rowsFor),
  ),
];
