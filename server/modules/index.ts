import type { Definition } from '@lobby/shared/kit/definition.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { ticketReply } from '@lobby/shared/modules/ticket-reply.ts';
import { ticketType } from '@lobby/shared/modules/ticket-type.ts';
import type { FileGuard } from '../kit/file-routes.ts';
import type { Route } from '../kit/route.ts';
import { serve } from '../kit/serve.ts';
import { documentRoutes, mayOpen } from './document/index.ts';
import { labelRoutes } from './label/index.ts';
import { locationRoutes } from './location/index.ts';
import { contractRoutes } from './rental-contract/index.ts';
import { residentRoutes } from './resident/index.ts';
import { staffRoutes } from './staff/index.ts';
import { ticketRoutes } from './ticket/index.ts';
import { unitRoutes } from './unit/index.ts';
import { workScheduleRoutes } from './work-schedule/index.ts';

const plain: readonly Definition[] = [ticketType, ticketReply, partner];

/** Who may read the files of a module's records, where a signed link alone does not say it. */
export const fileGuards: Readonly<Record<string, FileGuard>> = { [document.name]: mayOpen };

/** The routes of all modules. */
export const moduleRoutes = (): Route[] => [
  ...ticketRoutes(MODULES),
  ...labelRoutes(MODULES),
  ...unitRoutes(MODULES),
  ...locationRoutes(MODULES),
  ...workScheduleRoutes(MODULES),
  ...residentRoutes(MODULES),
  ...documentRoutes(MODULES),
  ...contractRoutes(MODULES),
  ...staffRoutes(MODULES),
  ...plain.flatMap(one => serve(one, {}, MODULES)),
];
