import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { withSecondPerson } from './approvable-routes.ts';
import { requestActs } from './decide.ts';
import { approvalsJob } from './jobs.ts';
import { withOwnCounts } from './own-counts.ts';
import { looks } from './previews.ts';

export const approvalRequestModule = defineServerModule({
  name: 'approval-request',
  routes: looks,
  serves: [serves(approvalRequest, { actions: requestActs }, withOwnCounts)],
  jobs: [approvalsJob],
  decorateRoutes: withSecondPerson,
});
