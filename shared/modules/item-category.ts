import { defineModule } from '../kit/define-module.ts';
import type { FieldErrors } from '../kit/errors.ts';

const prefixFits = ({ prefix }: Record<string, unknown>): FieldErrors =>
  typeof prefix === 'string' && prefix && !/^[A-Z]{2,6}$/i.test(prefix)
    ? { prefix: { code: 'CATEGORY_PREFIX_INVALID' } }
    : {};

/** A category of assets, supplies and devices. */
export const itemCategory = defineModule({
  name: 'item-category',
  code: 'ASSET',
  path: '/item-category',
  opens: 'asset?part=categories&id=',
  icon: 'tag',
  title: 'name',
  flags: ['read', 'write', 'delete', 'export'],
  fields: {
    name: { kind: 'text', min: 2, max: 100, required: true, unique: true, taken: 'CATEGORY_EXISTS', search: true },
    of: { kind: 'choice', options: ['ASSET', 'SUPPLY', 'DEVICE'], required: true },
    prefix: { kind: 'text', code: true, min: 2, max: 6 },
    usefulMonths: { kind: 'integer', min: 0, max: 600 },
    active: { kind: 'flag', initial: true },
  },
  offered: { active: 'true' },
  undo: { remove: { action: 'restore' } },
  list: {
    columns: ['name', 'of', 'prefix', 'usefulMonths', 'active'],
    sorts: ['name', 'createdAt'],
    defaultSort: 'name',
    filters: ['of', 'active'],
    tabs: {
      asset: { of: { in: ['ASSET'] } },
      supply: { of: { in: ['SUPPLY'] } },
      device: { of: { in: ['DEVICE'] } },
      all: {},
    },
  },
  errors: { CATEGORY_EXISTS: 409, CATEGORY_PREFIX_INVALID: 400 },
  imports: { keys: [['name']] },
  check: prefixFits,
});
