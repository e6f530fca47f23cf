import { conference } from '@lobby/shared/modules/conference.ts';
import { ANSWER_SHEET, conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { guardedFiles } from '../resident-form/index.ts';
import { answerActs, doorActs } from './answers/answers.ts';
import { answerSheetRules, storeAnswers } from './answers/import.ts';
import { deskRoutes } from './desk/desk.ts';
import { readBy, rowsFor } from './desk/residents.ts';
import { broadcastHalls } from './hall/hall-changes.ts';
import { hallRoutes } from './hall/routes.ts';
import { hallCollections } from './hall/store.ts';
import { conferenceReminderJob } from './jobs.ts';
import { conferenceMails, conferenceNoticesJob, conferenceReportsJob, tellingCollection } from './papers/notices.ts';
import { paperRoutes } from './papers/papers.ts';
import { printRoutes } from './papers/print.ts';
import { resultRoutes } from './result/routes.ts';
import { minutesCollection } from './result/store.ts';
import { meetingActs, meetingRules } from './rules.ts';
import { servedSurveys, surveyRoutes } from './survey/index.ts';
import { surveysJob } from './survey/rules.ts';
import { blankCollection } from './survey/sheets.ts';
import { servedVotes, voteRoutes } from './votes/index.ts';
import { votesJob } from './votes/rules.ts';
import { voteCollections } from './votes/store.ts';

export const conferenceModule = defineServerModule({
  name: 'conference',
  routes: [
    ...deskRoutes,
    ...hallRoutes,
    ...importRoutes(ANSWER_SHEET.definition, answerSheetRules, storeAnswers),
    ...printRoutes,
    ...paperRoutes,
    ...resultRoutes,
    ...surveyRoutes,
    ...voteRoutes,
  ],
  serves: [
    ...servedSurveys,
    servedVotes,
    serves(conference, { ...meetingRules, actions: meetingActs }),
    serves(conferenceUnit, { actions: { ...answerActs, ...doorActs } }, route =>
      readBy(route, conferenceUnit, rowsFor),
    ),
  ],
  jobs: [conferenceNoticesJob, conferenceReportsJob, surveysJob, votesJob, conferenceReminderJob],
  collections: [tellingCollection, blankCollection, minutesCollection, ...voteCollections, ...hallCollections],
  mails: conferenceMails,
  fileGuards: { [conferenceUnit.name]: guardedFiles(conferenceUnit) },
  onFeed: broadcastHalls,
});
