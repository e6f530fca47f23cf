import { MODULES } from '@lobby/shared/modules/index.ts';
import { SERVER_MODULES } from './app/modules.ts';
import { turnCollection } from './kit/database/turns.ts';
import { fileCollection } from './kit/files/file-store.ts';
import { runCollection } from './kit/jobs/runs.ts';
import { presenceCollection } from './kit/live/shared-presence.ts';
import { forgottenMailCollection } from './kit/mail/forget.ts';
import { mailCollection } from './kit/mail/queue.ts';
import { reportCollection } from './kit/mail/reports/keep.ts';
import { personKeyCollection } from './kit/privacy/person-keys.ts';
import { keptColumnsCollection } from './kit/sheets/import/kept-columns.ts';
import { codeCollection } from './kit/store/codes.ts';
import { eventCollection } from './kit/store/events.ts';
import { guardCollection } from './kit/store/guards.ts';
import { onceCollection } from './kit/store/idempotency.ts';
import { numberCollection } from './kit/store/numbers.ts';
import { collectionWithIndexes } from './kit/store/schema.ts';
import { renamedCollection } from './kit/store/search-keys.ts';
import { syncCollections } from './modules/accounting-sync/index.ts';
import { deliveryCollection } from './modules/bank-connection/index.ts';
import { feedCollection } from './modules/calendar-feed/index.ts';
import {
  blankCollection,
  hallCollections,
  minutesCollection,
  tellingCollection,
  voteCollections,
} from './modules/conference/index.ts';
import { choiceCollection, noticeRevisionCollection } from './modules/fee-notice/index.ts';
import { sheetCollection } from './modules/handover-unit/index.ts';
import { lockStateCollection } from './modules/lock-date/index.ts';
import { dayCollection } from './modules/maintenance/index.ts';
import { orderMessageCollection, partnerLinkCollection } from './modules/merchant-order/index.ts';
import { viewerCollection } from './modules/news/index.ts';
import { gatewayKeyCollection, gatewaySecretCollection } from './modules/payment-gateway/index.ts';
import { turnoutCollection, voteCollection } from './modules/poll/index.ts';
import { reconciliationCollections } from './modules/reconciliation/index.ts';
import { resultCollection } from './modules/report/index.ts';
import { sendingCollection } from './modules/report-schedule/index.ts';
import { apartCollection } from './modules/resident/index.ts';
import { markCollection, roomMessageCollection } from './modules/room/index.ts';
import { taskMessageCollection } from './modules/task/index.ts';
import { paperRevisionCollection, templateRevisionCollection } from './modules/template/index.ts';
import { holdCollection, refusedCollection } from './modules/utility-booking/index.ts';
import { linkCollection } from './platform/accounts/links.ts';
import { sessionCollection } from './platform/auth/sessions.ts';
import { userCollection } from './platform/auth/users.ts';
import { whiteLabelCollection } from './platform/branding/white-labels.ts';
import { pageViewCollection } from './platform/metrics/page-views.ts';
import { installationCollection } from './platform/notifications/devices.ts';
import { notificationCollection } from './platform/notifications/notifications.ts';
import { pushCollection } from './platform/notifications/push-queue.ts';
import { preferenceCollection } from './platform/preferences/preferences.ts';
import { projectCollection } from './platform/projects/projects.ts';
import { pastRulesCollection } from './platform/reception/reception.ts';
import { view } from './platform/views/definition.ts';
import { dictionaryCollection } from './platform/wording/dictionary.ts';

/** All collections of the product, with their indexes. */
export const collections = [
  eventCollection,
  personKeyCollection,
  onceCollection,
  codeCollection,
  fileCollection,
  runCollection,
  presenceCollection,
  renamedCollection,
  projectCollection,
  resultCollection,
  sendingCollection,
  pastRulesCollection,
  whiteLabelCollection,
  dictionaryCollection,
  userCollection,
  sessionCollection,
  linkCollection,
  mailCollection,
  forgottenMailCollection,
  reportCollection,
  choiceCollection,
  noticeRevisionCollection,
  templateRevisionCollection,
  paperRevisionCollection,
  markCollection,
  roomMessageCollection,
  taskMessageCollection,
  notificationCollection,
  installationCollection,
  pushCollection,
  turnCollection,
  ...reconciliationCollections,
  guardCollection,
  lockStateCollection,
  dayCollection,
  gatewaySecretCollection,
  ...syncCollections,
  deliveryCollection,
  gatewayKeyCollection,
  feedCollection,
  partnerLinkCollection,
  orderMessageCollection,
  refusedCollection,
  holdCollection,
  numberCollection,
  voteCollection,
  turnoutCollection,
  tellingCollection,
  blankCollection,
  minutesCollection,
  ...voteCollections,
  ...hallCollections,
  viewerCollection,
  pageViewCollection,
  preferenceCollection,
  apartCollection,
  keptColumnsCollection,
  sheetCollection,
  ...SERVER_MODULES.flatMap(({ collections = [] }) => collections),
  collectionWithIndexes(view),
  ...MODULES.map(collectionWithIndexes),
];
