import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { voucherGone } from '../fund/index.ts';
import { freeLines, lineBehaviour } from './booking.ts';
import { postWaiting } from './import.ts';
import { linkCollection } from './links.ts';
import { profileCollection, profileRoutes } from './profile.ts';
import { statementRoutes } from './routes.ts';
import { statementBehaviour } from './statements.ts';

export const postJob = defineJob({ name: 'lines of bank statements', every: '* * * * *', perProject: postWaiting });

export const bankStatementModule = defineServerModule({
  name: 'bank-statement',
  routes: [...profileRoutes, ...statementRoutes],
  serves: [serves(bankStatement, statementBehaviour), serves(bankStatementLine, lineBehaviour)],
  jobs: [postJob],
  collections: [profileCollection, linkCollection],
  listens: [voucherGone.handledBy(freeLines)],
});
