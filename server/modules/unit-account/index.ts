import type { Definition } from '@lobby/shared/kit/definition.ts';
import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { advanceReportRoute } from './advances.ts';
import { comparisonRoutes } from './comparison.ts';
import { cancelMovement, movementBehaviour } from './rules.ts';

export { turnDeductions } from './jobs.ts';

/** What moves on the accounts of units, and what they have paid ahead. */
export const unitAccountRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(accountMovement, { ...movementBehaviour, acts: { cancel: cancelMovement } }, all),
  advanceReportRoute,
  ...comparisonRoutes,
];
