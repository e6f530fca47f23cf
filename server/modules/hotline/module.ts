import { hotline } from '@lobby/shared/modules/hotline.ts';
import { moveRoute } from '../../kit/records/lists/ordered.ts';
import { copyHotlines } from '../../platform/projects/hotlines.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { main, rules } from './rules.ts';

export const hotlineModule = defineServerModule({
  name: 'hotline',
  routes: [moveRoute(hotline, { from: 1, also: (ctx, session) => copyHotlines(ctx.projectId, session) })],
  serves: [serves(hotline, { ...rules, actions: { main } })],
});
