import { poll } from '@lobby/shared/modules/poll.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts, complete, pollsJob, voteRoutes } from './rules.ts';
import { turnoutCollection, voteCollection } from './votes.ts';

export const pollModule = defineServerModule({
  name: 'poll',
  routes: voteRoutes,
  serves: [serves(poll, { check: complete, actions: acts })],
  jobs: [pollsJob],
  collections: [voteCollection, turnoutCollection],
});
