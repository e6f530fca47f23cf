import { approvalFlow } from '@lobby/shared/modules/approval-flow.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { progressRoute } from './progress.ts';
import { activate, assertOnlyActiveFlow, check } from './rules.ts';
import { waitingFormRoutes } from './waiting-forms.ts';

export const approvalFlowModule = defineServerModule({
  name: 'approval-flow',
  routes: [...waitingFormRoutes, progressRoute],
  serves: [
    serves(approvalFlow, {
      check,
      async inTransaction(_ctx, session, { doc, before }) {
        if (doc?.status === 'ACTIVE' && before?.formType !== doc.formType) await assertOnlyActiveFlow(doc, session);
      },
      actions: { activate },
    }),
  ],
});
