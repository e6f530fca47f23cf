import { debtContact, debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { writeOff } from '@lobby/shared/modules/write-off.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { billsPaid } from '../receipt/index.ts';
import { ofHousehold } from '../unit-account/index.ts';
import { contactCall, debtCalls } from './calls.ts';
import { disputeActs, disputeBehaviour, makingTicket } from './disputes.ts';
import { debtsJob } from './jobs.ts';
import { syncDebts } from './payment-listeners.ts';
import { planActs, planBehaviour } from './plans.ts';
import { promiseActs, promiseBehaviour } from './promises.ts';
import { writeOffActs, writeOffBehaviour } from './write-offs.ts';

export const debtTrackingModule = defineServerModule({
  name: 'debt-tracking',
  routes: [...debtCalls, contactCall],
  serves: [
    serves(writeOff, { ...writeOffBehaviour, actions: writeOffActs }),
    serves(debtContact),
    serves(debtPromise, { ...promiseBehaviour, actions: promiseActs }, ofHousehold),
    serves(debtDispute, { ...disputeBehaviour, actions: disputeActs }, route => ofHousehold(makingTicket(route))),
    serves(instalmentPlan, { ...planBehaviour, actions: planActs }, ofHousehold),
  ],
  jobs: [debtsJob],
  listens: [billsPaid.handledBy(syncDebts)],
});
