import { MODULES } from '@lobby/shared/modules/index.ts';
import { turnCollection } from '../kit/database/serialize.ts';
import { fileCollection } from '../kit/files/file-store.ts';
import { madeFileCollection } from '../kit/files/made-files.ts';
import { runCollection } from '../kit/jobs/runs.ts';
import { presenceCollection } from '../kit/live/presence/shared-presence.ts';
import { forgottenMailCollection } from '../kit/mail/forget.ts';
import { mailCollection } from '../kit/mail/queue.ts';
import { reportCollection } from '../kit/mail/reports/keep.ts';
import { mailStopCollection } from '../kit/mail/stop.ts';
import { personKeyCollection } from '../kit/privacy/person-keys.ts';
import { keptColumnsCollection } from '../kit/sheets/import/kept-columns.ts';
import { codeCollection } from '../kit/store/codes.ts';
import { eventCollection } from '../kit/store/events.ts';
import { guardCollection } from '../kit/store/guards.ts';
import { onceCollection } from '../kit/store/idempotency.ts';
import { renamedCollection } from '../kit/store/keys/rebuild-keys.ts';
import { numberCollection } from '../kit/store/numbers.ts';
import { collectionWithIndexes } from '../kit/store/schema.ts';
import { linkCollection } from '../platform/accounts/links.ts';
import { sessionCollection } from '../platform/auth/sessions.ts';
import { userCollection } from '../platform/auth/users.ts';
import { whiteLabelCollection } from '../platform/branding/white-labels.ts';
import { pageViewCollection } from '../platform/metrics/page-views.ts';
import { notificationCollection } from '../platform/notifications/notifications.ts';
import { installationCollection } from '../platform/notifications/push/devices.ts';
import { pushCollection } from '../platform/notifications/push/push-queue.ts';
import { preferenceCollection } from '../platform/preferences/preferences.ts';
import { projectCollection } from '../platform/projects/projects.ts';
import { pastRulesCollection } from '../platform/reception/reception.ts';
import { view } from '../platform/views/definition.ts';
import { dictionaryCollection } from '../platform/wording/dictionary.ts';
import { SERVER_MODULES } from './modules.ts';

export const collections = [
  eventCollection,
  personKeyCollection,
  onceCollection,
  codeCollection,
  fileCollection,
  madeFileCollection,
  runCollection,
  presenceCollection,
  renamedCollection,
  projectCollection,
  pastRulesCollection,
  whiteLabelCollection,
  dictionaryCollection,
  userCollection,
  sessionCollection,
  linkCollection,
  mailCollection,
  mailStopCollection,
  forgottenMailCollection,
  reportCollection,
  notificationCollection,
  installationCollection,
  pushCollection,
  turnCollection,
  guardCollection,
  numberCollection,
  pageViewCollection,
  preferenceCollection,
  keptColumnsCollection,
  ...SERVER_MODULES.flatMap(({ collections = [] }) => collections),
  collectionWithIndexes(view),
  ...MODULES.map(collectionWithIndexes),
];
