import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import { treeRoute } from '../../kit/records/lists/tree.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { checkGroup, keepType } from './rules.ts';

export const labelModule = defineServerModule({
  name: 'label',
  routes: [treeRoute(labelGroup, label, 'groupId')],
  serves: [serves(label, { check: keepType(label) }), serves(labelGroup, { check: checkGroup })],
});
