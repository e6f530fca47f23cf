import type { Definition } from '@lobby/shared/kit/definition.ts';
import { debtContact, debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { onPaid } from '../receipt/index.ts';
import { contactCall, debtCalls } from './calls.ts';
import { ofHouseholds } from './common.ts';
import { disputeActs, disputeBehaviour, makingTickets } from './disputes.ts';
import { followDebts } from './follow.ts';
import { planActs, planBehaviour } from './plans.ts';
import { promiseActs, promiseBehaviour } from './promises.ts';
import { writeOffActs, writeOffBehaviour } from './write-offs.ts';

export { turnDebts } from './jobs.ts';
export { levelDays, type Reminder, remindersOn } from './reminders.ts';

onPaid(followDebts);

/** Who owes, what was agreed about it, and what nobody asks for any more. */
export const debtRoutes = (all: readonly Definition[]): Route[] => [
  ...debtCalls,
  ...serve(writeOff, { ...writeOffBehaviour, acts: writeOffActs }, all),
  ...serve(debtContact, {}, all),
  contactCall,
  ...ofHouseholds([
    ...serve(debtPromise, { ...promiseBehaviour, acts: promiseActs }, all),
    ...makingTickets(serve(debtDispute, { ...disputeBehaviour, acts: disputeActs }, all)),
    ...serve(instalmentPlan, { ...planBehaviour, acts: planActs }, all),
  ]),
];
